// What the page says of the computer as an opponent and as an adviser, in four languages.

/** Shares of a whole, points lost, and luck with its sign, as the language writes them. */
const numbersIn = (lang) => {
  const two = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const [percent, loss, luck] = [{ style: "percent" }, two, { ...two, signDisplay: "exceptZero" }]
    .map((form) => new Intl.NumberFormat(lang, form));
  return { percent: (share) => percent.format(share), loss: (points) => loss.format(points), luck: (points) => luck.format(points) };
};

export const BOT_TEXTS = {
  en: {
    against: "Against the computer", level: "How well it plays", colour: "You play", colours: { white: "White", black: "Black" },
    levels: { random: "random: any move that is legal", novice: "novice: knows the game and errs", expert: "expert: as well as it can" },
    hintsAllowed: "Hints may be asked for",
    ...numbersIn("en"),
    hint: "Give me a hint", hintTitle: "Hint", thinking: "Thinking …", best: "best", worse: (loss) => `loses ${loss}`,
    chance: (win) => `wins ${win}`, nameIt: (number) => `name the ${number}`, noHints: "No hints in this game: whoever created it wanted it so.",
    about: "What the computer would play, with its chance to win. It is a strong player, and not the truth.",
    analysis: "How it went", analyse: "Look back at the game", analysing: "Looking back. That takes a few seconds …",
    win: "White’s chance to win", table: "The same as a table", columns: ["Move", "White’s chance"],
    worst: (player) => `${player}: the three most expensive plays`, none: (player) => `${player} lost nothing worth telling.`,
    lost: (done, best, loss) => `${done} lost ${loss} points; better was ${best}.`, total: (loss, luck) => `Lost by playing: ${loss} points; given by the dice: ${luck}.`,
    named: (number) => `naming ${number}`, show: "Show the position", failed: "The computer could not be asked.",
  },
  de: {
    against: "Gegen den Computer", level: "Wie gut er spielt", colour: "Du spielst", colours: { white: "Weiß", black: "Schwarz" },
    levels: { random: "zufällig: irgendein erlaubter Zug", novice: "Anfänger: kennt das Spiel und irrt sich", expert: "Könner: so gut er kann" },
    hintsAllowed: "Tipps dürfen erfragt werden",
    ...numbersIn("de"),
    hint: "Gib mir einen Tipp", hintTitle: "Tipp", thinking: "Er überlegt …", best: "am besten", worse: (loss) => `verliert ${loss}`,
    chance: (win) => `gewinnt ${win}`, nameIt: (number) => `${number} nennen`, noHints: "Keine Tipps in dieser Partie: So wollte es, wer sie begonnen hat.",
    about: "Was der Computer spielen würde, mit seiner Gewinnchance. Er spielt stark, aber er ist nicht die Wahrheit.",
    analysis: "Wie es lief", analyse: "Auf die Partie zurückblicken", analysing: "Rückblick. Das dauert ein paar Sekunden …",
    win: "Gewinnchance von Weiß", table: "Dasselbe als Tabelle", columns: ["Zug", "Chance von Weiß"],
    worst: (player) => `${player}: die drei teuersten Züge`, none: (player) => `${player} hat nichts Nennenswertes verschenkt.`,
    lost: (done, best, loss) => `${done} verlor ${loss} Punkte; besser war ${best}.`, total: (loss, luck) => `Durch das Spiel verloren: ${loss} Punkte; von den Würfeln bekommen: ${luck}.`,
    named: (number) => `${number} nennen`, show: "Stellung zeigen", failed: "Der Computer ließ sich nicht fragen.",
  },
  fr: {
    against: "Contre l’ordinateur", level: "Sa force", colour: "Vous jouez", colours: { white: "Blanc", black: "Noir" },
    levels: { random: "au hasard : n’importe quel coup permis", novice: "débutant : connaît le jeu et se trompe", expert: "expert : de son mieux" },
    hintsAllowed: "On peut demander des conseils",
    ...numbersIn("fr"),
    hint: "Donnez-moi un conseil", hintTitle: "Conseil", thinking: "Il réfléchit…", best: "le meilleur", worse: (loss) => `perd ${loss}`,
    chance: (win) => `gagne ${win}`, nameIt: (number) => `annoncer le ${number}`, noHints: "Pas de conseils dans cette partie : qui l’a créée l’a voulu ainsi.",
    about: "Ce que jouerait l’ordinateur, avec sa chance de gagner. C’est un bon joueur, non la vérité.",
    analysis: "Comment cela s’est passé", analyse: "Revenir sur la partie", analysing: "Retour sur la partie. Quelques secondes…",
    win: "Chance de gain de Blanc", table: "La même chose en tableau", columns: ["Coup", "Chance de Blanc"],
    worst: (player) => `${player} : les trois coups les plus coûteux`, none: (player) => `${player} n’a rien perdu de notable.`,
    lost: (done, best, loss) => `${done} a perdu ${loss} points ; mieux valait ${best}.`, total: (loss, luck) => `Perdu par le jeu : ${loss} points ; donné par les dés : ${luck}.`,
    named: (number) => `annoncer le ${number}`, show: "Montrer la position", failed: "L’ordinateur n’a pas pu être interrogé.",
  },
  hu: {
    against: "A gép ellen", level: "Milyen jól játszik", colour: "Te leszel", colours: { white: "Világos", black: "Sötét" },
    levels: { random: "találomra: bármely szabályos lépés", novice: "kezdő: ismeri a játékot, és téved", expert: "mester: amilyen jól csak tud" },
    hintsAllowed: "Lehet tippet kérni",
    ...numbersIn("hu"),
    hint: "Kérek egy tippet", hintTitle: "Tipp", thinking: "Gondolkodik…", best: "a legjobb", worse: (loss) => `veszteség: ${loss}`,
    chance: (win) => `nyerési esély: ${win}`, nameIt: (number) => `${number} megnevezése`, noHints: "Ebben a játszmában nincs tipp: így akarta, aki létrehozta.",
    about: "Amit a gép lépne, a nyerési esélyével. Erős játékos, de nem maga az igazság.",
    analysis: "Hogyan alakult", analyse: "Visszatekintés a játszmára", analysing: "Visszatekintés. Néhány másodpercig tart…",
    win: "Világos nyerési esélye", table: "Ugyanez táblázatban", columns: ["Lépés", "Világos esélye"],
    worst: (player) => `${player}: a három legdrágább lépés`, none: (player) => `${player} nem vesztett említésre méltót.`,
    lost: (done, best, loss) => `${done}: ${loss} pont veszteség; jobb lett volna: ${best}.`, total: (loss, luck) => `A játékkal elveszett: ${loss} pont; a kockáktól kapott: ${luck}.`,
    named: (number) => `${number} megnevezése`, show: "Állás mutatása", failed: "A gépet nem sikerült megkérdezni.",
  },
};
