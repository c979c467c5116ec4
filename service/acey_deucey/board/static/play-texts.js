// What the page around the board says, in four languages.

export const PAGE_TEXTS = {
  en: {
    title: "Play acey-deucey", tagline: "the backgammon variant, not the card game",
    intro: "All fifteen checkers start in your hand. Bring them in through the far corner, take them round the board and bear them off before your opponent does.",
    rules: "Rule set", options: "Options", optionsAbout: "Every rule set is a set of these options; change any of them for this game.",
    changed: "changed", who: "Who plays", hot: "Two players, this device", white: "I play White and invite Black", black: "I play Black and invite White",
    start: "Start the game", join: "Join or watch a game", joinAbout: "Paste the link or the id of a game.", open: "Open", noLimit: "no limit",
    yes: "yes", no: "no", limit: "limit",
    invite: "Send this link to your opponent. Whoever opens it can take the free seat, or watch.", copy: "Copy link", copied: "Copied",
    free: (seat) => `The ${seat} seat is free.`, take: (seat) => `Play ${seat}`, name: "Your name (if you like)", watching: "You are watching.",
    settings: "Settings", auto: "Forced steps play by themselves", turning: "Turn the board to whoever is in turn", flip: "See it from the other side",
    log: "What happened", write: "Write a move", writeAbout: "Such as hand/20 13/8", send: "Play", resign: "Resign", resignAsk: "Give this game up?", keepOn: "Play on",
    now: "What counts now", allRules: "All rules", thisGame: "Options of this game", replay: "Replay", previous: "Back", next: "Forward",
    version: (at, all) => `Move ${at} of ${all}`, again: "New game", noGame: "There is no such game any more.", sources: "Sources", language: "Language",
    colours: { white: "White", black: "Black" }, docs: "API reference", service: "The service cannot be reached.", share: "Link for watching",
  },
  de: {
    title: "Acey-deucey spielen", tagline: "die Backgammon-Variante, nicht das Kartenspiel",
    intro: "Alle fünfzehn Steine beginnen in deiner Hand. Bring sie durch die ferne Ecke ins Spiel, führe sie um das Brett und trag sie vor dem Gegner ab.",
    rules: "Regelwerk", options: "Optionen", optionsAbout: "Jedes Regelwerk besteht aus diesen Optionen; jede kann für diese Partie geändert werden.",
    changed: "geändert", who: "Wer spielt", hot: "Zu zweit an diesem Gerät", white: "Ich spiele Weiß und lade Schwarz ein", black: "Ich spiele Schwarz und lade Weiß ein",
    start: "Partie beginnen", join: "Mitspielen oder zusehen", joinAbout: "Link oder Kennung einer Partie einfügen.", open: "Öffnen", noLimit: "keine Grenze",
    yes: "ja", no: "nein", limit: "Grenze",
    invite: "Sende diesen Link deinem Gegner. Wer ihn öffnet, kann den freien Platz nehmen oder zusehen.", copy: "Link kopieren", copied: "Kopiert",
    free: (seat) => `Der Platz ${seat} ist frei.`, take: (seat) => `${seat} spielen`, name: "Dein Name (wenn du magst)", watching: "Du siehst zu.",
    settings: "Einstellungen", auto: "Erzwungene Schritte spielen sich selbst", turning: "Brett zu dem drehen, der am Zug ist", flip: "Von der anderen Seite sehen",
    log: "Was geschah", write: "Zug schreiben", writeAbout: "Etwa hand/20 13/8", send: "Ziehen", resign: "Aufgeben", resignAsk: "Diese Partie aufgeben?", keepOn: "Weiterspielen",
    now: "Was jetzt gilt", allRules: "Alle Regeln", thisGame: "Optionen dieser Partie", replay: "Nachspielen", previous: "Zurück", next: "Vor",
    version: (at, all) => `Zug ${at} von ${all}`, again: "Neue Partie", noGame: "Diese Partie gibt es nicht mehr.", sources: "Quellen", language: "Sprache",
    colours: { white: "Weiß", black: "Schwarz" }, docs: "API-Referenz", service: "Der Dienst ist nicht erreichbar.", share: "Link zum Zusehen",
  },
  fr: {
    title: "Jouer à l’acey-deucey", tagline: "la variante du backgammon, pas le jeu de cartes",
    intro: "Les quinze pions sont d’abord en main. Entrez-les par le coin opposé, faites-leur faire le tour du tablier et sortez-les avant l’adversaire.",
    rules: "Règles", options: "Options", optionsAbout: "Chaque jeu de règles est fait de ces options ; changez celles que vous voulez pour cette partie.",
    changed: "modifié", who: "Qui joue", hot: "À deux sur cet appareil", white: "Je joue Blanc et j’invite Noir", black: "Je joue Noir et j’invite Blanc",
    start: "Commencer la partie", join: "Rejoindre ou regarder une partie", joinAbout: "Collez le lien ou l’identifiant d’une partie.", open: "Ouvrir", noLimit: "sans limite",
    yes: "oui", no: "non", limit: "limite",
    invite: "Envoyez ce lien à votre adversaire. Qui l’ouvre peut prendre la place libre, ou regarder.", copy: "Copier le lien", copied: "Copié",
    free: (seat) => `La place ${seat} est libre.`, take: (seat) => `Jouer ${seat}`, name: "Votre nom (si vous voulez)", watching: "Vous regardez.",
    settings: "Réglages", auto: "Les pas forcés se jouent seuls", turning: "Tourner le tablier vers le joueur au trait", flip: "Voir de l’autre côté",
    log: "Déroulement", write: "Écrire un coup", writeAbout: "Par exemple hand/20 13/8", send: "Jouer", resign: "Abandonner", resignAsk: "Abandonner cette partie ?", keepOn: "Continuer",
    now: "Ce qui compte maintenant", allRules: "Toutes les règles", thisGame: "Options de cette partie", replay: "Revoir", previous: "Précédent", next: "Suivant",
    version: (at, all) => `Coup ${at} sur ${all}`, again: "Nouvelle partie", noGame: "Cette partie n’existe plus.", sources: "Sources", language: "Langue",
    colours: { white: "Blanc", black: "Noir" }, docs: "Référence de l’API", service: "Le service ne répond pas.", share: "Lien pour regarder",
  },
  hu: {
    title: "Acey-deucey játék", tagline: "a backgammon változata, nem a kártyajáték",
    intro: "Mind a tizenöt korong a kezedből indul. Léptesd be őket a túlsó sarkon, vidd körbe a táblán, és léptesd ki mindet az ellenfeled előtt.",
    rules: "Szabályrendszer", options: "Beállítások", optionsAbout: "Minden szabályrendszer ezekből áll; ehhez a játszmához bármelyik megváltoztatható.",
    changed: "módosítva", who: "Ki játszik", hot: "Ketten ezen az eszközön", white: "Világossal játszom, Sötétet meghívom", black: "Sötéttel játszom, Világost meghívom",
    start: "Játszma indítása", join: "Belépés vagy nézés", joinAbout: "Illeszd be a játszma linkjét vagy azonosítóját.", open: "Megnyitás", noLimit: "nincs határ",
    yes: "igen", no: "nem", limit: "határ",
    invite: "Küldd el ezt a linket az ellenfelednek. Aki megnyitja, elfoglalhatja a szabad helyet, vagy nézheti a játszmát.", copy: "Link másolása", copied: "Másolva",
    free: (seat) => `${seat} helye szabad.`, take: (seat) => `${seat} leszek`, name: "A neved (ha szeretnéd)", watching: "Te néző vagy.",
    settings: "Beállítások", auto: "A kényszerlépések maguktól mennek", turning: "A tábla forduljon a soron lévő felé", flip: "Nézet a másik oldalról",
    log: "Események", write: "Lépés beírása", writeAbout: "Például hand/20 13/8", send: "Lépés", resign: "Feladás", resignAsk: "Feladod a játszmát?", keepOn: "Játszom tovább",
    now: "Ami most számít", allRules: "Minden szabály", thisGame: "A játszma beállításai", replay: "Visszajátszás", previous: "Vissza", next: "Előre",
    version: (at, all) => `${at}. lépés, összesen ${all}`, again: "Új játszma", noGame: "Ez a játszma már nem létezik.", sources: "Források", language: "Nyelv",
    colours: { white: "Világos", black: "Sötét" }, docs: "API-leírás", service: "A szolgáltatás nem érhető el.", share: "Link a nézéshez",
  },
};

/** The language for this visit: the address's, the last one chosen, the browser's, English. */
export function languageOf(asked, remembered) {
  const tags = [asked, remembered, ...navigator.languages].filter(Boolean).map((tag) => tag.toLowerCase().split("-")[0]);
  return tags.find((tag) => tag in PAGE_TEXTS) ?? "en";
}
