// What the board says, in English, German, French and Hungarian; it knows no page and no service.

const listed = (items, and) =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} ${and} ${items.at(-1)}`;

const EN = {
  white: "White", black: "Black", hand: "hand", bar: "bar", off: "off", board: "Acey-deucey board",
  seen: (player) => `seen by ${player}`,
  computer: { random: "computer, random", novice: "computer, novice", expert: "computer, expert" },
  pips: (count) => `${count} pips`,
  toMove: "to move", toRoll: "to roll", toName: "to name",
  opening: "The opening throw decides who starts", over: "The game is over", open: "Waiting for a second player",
  rolls: (player, again) => (again ? `${player} rolls again` : `${player} to roll`),
  names: (player) => `${player} has played the 1-2 and names a double`,
  left: (numbers) => `to play: ${numbers}`,
  stage: {
    plain: (turn) => `Roll ${turn.dice?.join("-") ?? ""}`,
    acey_deucey: () => "Acey-deucey, 1-2",
    double: (turn, number) => `Double ${number}`,
    named: (turn) => `Named double ${turn.named}`,
    complement: (turn, number) => `Complement ${number}`,
  },
  complementOf: (turn, number) => `of the ${turn.named ? "named" : "double"} ${7 - number}`,
  draw: "The game is drawn: nobody could ever move again",
  wins: (player, points, reason) => `${player} wins ${points === 1 ? "1 point" : `${points} points`} ${
    { borne_off: "by bearing off all checkers", resigned: "by resignation", timeout: "on time" }[reason]}`,
  place: (place) => ({ hand: "hand", bar: "bar", off: "off the board" })[place] ?? `point ${place}`,
  checkers: (count) => (count === 1 ? "1 checker" : `${count} checkers`),
  source: (place, count) => `${place}, ${count}: can move`,
  target: (place, number, hit) => `to ${place} with the ${number}${hit ? ", hits" : ""}`,
  side: (player, piles, pips) => `${player}: ${piles}; ${pips}.`,
  pile: { hand: (n) => `${n} in hand`, bar: (n) => `${n} on the bar`, off: (n) => `${n} borne off` },
  points: (points) => `points ${points}`,
  keys: "Arrow keys choose a checker, Enter takes it; arrow keys choose where it goes, Enter plays, Escape puts it back.",
  roll: "Roll", done: "Done", takeBack: "Take back", undo: "Undo", nameOne: "Name a double:", rolled: "Rolled:",
  timeLeft: (player, time) => `${time} left for ${player}`,
  held: "Last step of your turn: Done, or take it back?",
  close: "Close", readRule: "Read the rule", notReached: "The service cannot be reached. Trying again.", unreachable: "Nothing was played.",
  event: {
    game_created: () => "The game begins.",
    seat_taken: (e, t) => `${t[e.seat]} is taken${e.name ? ` by ${e.name}` : ""}.`,
    opening_rolled: (e, t) => `Opening: White ${e.white}, Black ${e.black}. ${e.starter ? `${t[e.starter]} starts.` : "Again."}`,
    rolled: (e, t) => `${t[e.player]} rolls ${e.dice.join("-")}${
      { plain: "", double: ", a double", acey_deucey: ", an acey-deucey" }[e.kind]}.`,
    moved: (e, t) => `${t[e.player]} plays ${e.play}.`,
    named: (e, t) => `${t[e.player]} names the ${e.number}.`,
    complement_owed: (e) => `Now the complement: the ${e.number} four times.`,
    numbers_lost: (e, t) => `${e.numbers.length ? `Lost: ${listed(e.numbers, "and")}, no checker can play it.`
      : e.reason === "roll_limit" ? "No further roll: the limit is reached." : "Nothing can be named."}${
      t.forfeited(e.forfeits)}`,
    turn_ended: (e, t) => `${t[e.player]}'s turn ends.`,
    undone: (e, t) => `${t[e.player]} takes a move back.`,
    resigned: (e, t) => `${t[e.player]} resigns.`,
    timed_out: (e, t) => `${t[e.player]} has run out of time.`,
  },
  forfeited: (losses) => (losses.length ? ` With it goes ${listed(losses.map((loss) =>
    ({ name: "the name", complement: "the complement", roll: "the further roll" })[loss]), "and")}.` : ""),
};

const DE = {
  white: "Weiß", black: "Schwarz", hand: "Hand", bar: "Bar", off: "ab", board: "Acey-deucey-Brett",
  seen: (player) => `von ${player} gesehen`,
  computer: { random: "Computer, zufällig", novice: "Computer, Anfänger", expert: "Computer, Könner" },
  pips: (count) => `${count} Pips`,
  toMove: "am Zug", toRoll: "würfelt", toName: "nennt",
  opening: "Der Eröffnungswurf entscheidet, wer beginnt", over: "Die Partie ist zu Ende", open: "Ein Platz ist noch frei",
  rolls: (player, again) => (again ? `${player} würfelt noch einmal` : `${player} würfelt`),
  names: (player) => `${player} hat 1-2 gespielt und nennt einen Pasch`,
  left: (numbers) => `zu spielen: ${numbers}`,
  stage: {
    plain: (turn) => `Wurf ${turn.dice?.join("-") ?? ""}`,
    acey_deucey: () => "Acey-deucey, 1-2",
    double: (turn, number) => `${number}er-Pasch`,
    named: (turn) => `Genannter ${turn.named}er-Pasch`,
    complement: (turn, number) => `Ergänzungspasch ${number}`,
  },
  complementOf: (turn, number) => `${turn.named ? "zur genannten" : "zum Pasch"} ${7 - number}`,
  draw: "Die Partie ist unentschieden: Niemand könnte je wieder ziehen",
  wins: (player, points, reason) => `${player} gewinnt ${points === 1 ? "1 Punkt" : `${points} Punkte`}${
    { borne_off: ", alle Steine sind abgetragen", resigned: " durch Aufgabe", timeout: " durch Zeit" }[reason]}`,
  place: (place) => ({ hand: "Hand", bar: "Bar", off: "abtragen" })[place] ?? `Feld ${place}`,
  checkers: (count) => (count === 1 ? "1 Stein" : `${count} Steine`),
  source: (place, count) => `${place}, ${count}: kann ziehen`,
  target: (place, number, hit) => `nach ${place} mit der ${number}${hit ? ", schlägt" : ""}`,
  side: (player, piles, pips) => `${player}: ${piles}; ${pips}.`,
  pile: { hand: (n) => `${n} in der Hand`, bar: (n) => `${n} auf der Bar`, off: (n) => `${n} abgetragen` },
  points: (points) => `Felder ${points}`,
  keys: "Pfeiltasten wählen einen Stein, Enter nimmt ihn; Pfeiltasten wählen das Ziel, Enter zieht, Escape legt ihn zurück.",
  roll: "Würfeln", done: "Fertig", takeBack: "Zurücknehmen", undo: "Rückgängig", nameOne: "Pasch nennen:", rolled: "Gewürfelt:",
  timeLeft: (player, time) => `noch ${time} für ${player}`,
  held: "Letzter Schritt dieses Zuges: fertig oder zurücknehmen?",
  close: "Schließen", readRule: "Regel lesen", notReached: "Der Dienst ist nicht erreichbar. Neuer Versuch folgt.", unreachable: "Es wurde nichts gespielt.",
  event: {
    game_created: () => "Die Partie beginnt.",
    seat_taken: (e, t) => `${t[e.seat]} ist besetzt${e.name ? `: ${e.name}` : ""}.`,
    opening_rolled: (e, t) => `Eröffnung: Weiß ${e.white}, Schwarz ${e.black}. ${e.starter ? `${t[e.starter]} beginnt.` : "Noch einmal."}`,
    rolled: (e, t) => `${t[e.player]} würfelt ${e.dice.join("-")}${
      { plain: "", double: ", einen Pasch", acey_deucey: ", ein Acey-deucey" }[e.kind]}.`,
    moved: (e, t) => `${t[e.player]} zieht ${e.play}.`,
    named: (e, t) => `${t[e.player]} nennt die ${e.number}.`,
    complement_owed: (e) => `Nun der Ergänzungspasch: viermal die ${e.number}.`,
    numbers_lost: (e, t) => `${e.numbers.length ? `Verfallen: ${listed(e.numbers, "und")}, kein Stein kann sie spielen.`
      : e.reason === "roll_limit" ? "Kein weiterer Wurf: Die Grenze ist erreicht." : "Nichts kann genannt werden."}${
      t.forfeited(e.forfeits)}`,
    turn_ended: (e, t) => `Der Zug von ${t[e.player]} ist zu Ende.`,
    undone: (e, t) => `${t[e.player]} nimmt einen Zug zurück.`,
    resigned: (e, t) => `${t[e.player]} gibt auf.`,
    timed_out: (e, t) => `Die Zeit von ${t[e.player]} ist abgelaufen.`,
  },
  forfeited: (losses) => (losses.length ? ` Damit verfällt auch ${listed(losses.map((loss) =>
    ({ name: "das Nennen", complement: "der Ergänzungspasch", roll: "der weitere Wurf" })[loss]), "und")}.` : ""),
};

const FR = {
  white: "Blanc", black: "Noir", hand: "main", bar: "barre", off: "sortis", board: "Tablier d’acey-deucey",
  seen: (player) => `vu par ${player}`,
  computer: { random: "ordinateur, hasard", novice: "ordinateur, débutant", expert: "ordinateur, expert" },
  pips: (count) => `${count} pips`,
  toMove: "au trait", toRoll: "au dé", toName: "annonce",
  opening: "Le jet d’ouverture décide qui commence", over: "La partie est finie", open: "Une place est encore libre",
  rolls: (player, again) => (again ? `${player} relance les dés` : `${player} lance les dés`),
  names: (player) => `${player} a joué le 1-2 et annonce un double`,
  left: (numbers) => `à jouer : ${numbers}`,
  stage: {
    plain: (turn) => `Jet ${turn.dice?.join("-") ?? ""}`,
    acey_deucey: () => "Acey-deucey, 1-2",
    double: (turn, number) => `Double ${number}`,
    named: (turn) => `Double ${turn.named} annoncé`,
    complement: (turn, number) => `Complément ${number}`,
  },
  complementOf: (turn, number) => `du double ${7 - number}`,
  draw: "Partie nulle : plus personne ne pourrait jouer",
  wins: (player, points, reason) => `${player} gagne ${points === 1 ? "1 point" : `${points} points`}${
    { borne_off: ", tous ses pions sont sortis", resigned: " par abandon", timeout: " au temps" }[reason]}`,
  place: (place) => ({ hand: "main", bar: "barre", off: "sortie" })[place] ?? `flèche ${place}`,
  checkers: (count) => (count === 1 ? "1 pion" : `${count} pions`),
  source: (place, count) => `${place}, ${count} : peut jouer`,
  target: (place, number, hit) => `vers ${place} avec le ${number}${hit ? ", frappe" : ""}`,
  side: (player, piles, pips) => `${player} : ${piles} ; ${pips}.`,
  pile: { hand: (n) => `${n} en main`, bar: (n) => `${n} à la barre`, off: (n) => `${n} sortis` },
  points: (points) => `flèches ${points}`,
  keys: "Les flèches du clavier choisissent un pion, Entrée le prend ; elles choisissent où il va, Entrée joue, Échap le repose.",
  roll: "Lancer", done: "Terminé", takeBack: "Reprendre", undo: "Annuler", nameOne: "Annoncer un double :", rolled: "Dés :",
  timeLeft: (player, time) => `il reste ${time} à ${player}`,
  held: "Dernier pas de ce tour : terminer ou reprendre ?",
  close: "Fermer", readRule: "Lire la règle", notReached: "Le service ne répond pas. Nouvel essai.", unreachable: "Rien n’a été joué.",
  event: {
    game_created: () => "La partie commence.",
    seat_taken: (e, t) => `La place ${t[e.seat]} est prise${e.name ? ` par ${e.name}` : ""}.`,
    opening_rolled: (e, t) => `Ouverture : Blanc ${e.white}, Noir ${e.black}. ${e.starter ? `${t[e.starter]} commence.` : "À refaire."}`,
    rolled: (e, t) => `${t[e.player]} lance ${e.dice.join("-")}${
      { plain: "", double: ", un double", acey_deucey: ", un acey-deucey" }[e.kind]}.`,
    moved: (e, t) => `${t[e.player]} joue ${e.play}.`,
    named: (e, t) => `${t[e.player]} annonce le ${e.number}.`,
    complement_owed: (e) => `Reste le complément : le ${e.number} quatre fois.`,
    numbers_lost: (e, t) => `${e.numbers.length ? `Perdu : ${listed(e.numbers, "et")}, aucun pion ne peut le jouer.`
      : e.reason === "roll_limit" ? "Plus de jet : la limite est atteinte." : "Rien ne peut être annoncé."}${
      t.forfeited(e.forfeits)}`,
    turn_ended: (e, t) => `Le tour de ${t[e.player]} est fini.`,
    undone: (e, t) => `${t[e.player]} reprend un coup.`,
    resigned: (e, t) => `${t[e.player]} abandonne.`,
    timed_out: (e, t) => `${t[e.player]} n'a plus de temps.`,
  },
  forfeited: (losses) => (losses.length ? ` Avec lui ${losses.length > 1 ? "sont perdus" : "est perdu"} ${listed(losses.map((loss) =>
    ({ name: "l’annonce", complement: "le complément", roll: "le nouveau jet" })[loss]), "et")}.` : ""),
};

const HU = {
  white: "Világos", black: "Sötét", hand: "kéz", bar: "bár", off: "kint", board: "Acey-deucey tábla",
  seen: (player) => `${player} felől nézve`,
  computer: { random: "gép, találomra", novice: "gép, kezdő", expert: "gép, mester" },
  pips: (count) => `${count} pont`,
  toMove: "lép", toRoll: "dob", toName: "nevez",
  opening: "A kezdődobás dönti el, ki kezd", over: "A játszma véget ért", open: "Egy hely még szabad",
  rolls: (player, again) => (again ? `${player} újra dob` : `${player} dob`),
  names: (player) => `${player} lelépte az 1-2-t, és duplát nevez meg`,
  left: (numbers) => `lépendő: ${numbers}`,
  stage: {
    plain: (turn) => `Dobás: ${turn.dice?.join("-") ?? ""}`,
    acey_deucey: () => "Acey-deucey, 1-2",
    double: (turn, number) => `Dupla: ${number}`,
    named: (turn) => `Megnevezett dupla: ${turn.named}`,
    complement: (turn, number) => `Kiegészítő: ${number}`,
  },
  complementOf: (turn, number) => `${turn.named ? "a megnevezett" : "a dupla"} ${7 - number} után`,
  draw: "Döntetlen: többé senki sem tudna lépni",
  wins: (player, points, reason) => `${player} nyer ${points} pontot${
    { borne_off: ", minden korongja kiléptetve", resigned: ", az ellenfél feladta", timeout: " időtúllépéssel" }[reason]}`,
  place: (place) => ({ hand: "kéz", bar: "bár", off: "kiléptetés" })[place] ?? `${place}. mező`,
  checkers: (count) => `${count} korong`,
  source: (place, count) => `${place}, ${count}: léphet`,
  target: (place, number, hit) => `ide: ${place}, ${number} dobással${hit ? ", üt" : ""}`,
  side: (player, piles, pips) => `${player}: ${piles}; ${pips}.`,
  pile: { hand: (n) => `${n} kézben`, bar: (n) => `${n} a bárban`, off: (n) => `${n} kiléptetve` },
  points: (points) => `mezők: ${points}`,
  keys: "A nyilak korongot választanak, az Enter felveszi; a nyilak célt választanak, az Enter lép, az Escape visszateszi.",
  roll: "Dobás", done: "Kész", takeBack: "Visszaveszem", undo: "Visszavonás", nameOne: "Dupla megnevezése:", rolled: "Dobott számok:",
  timeLeft: (player, time) => `${player} hátralévő ideje: ${time}`,
  held: "A kör utolsó lépése: kész, vagy visszaveszed?",
  close: "Bezárás", readRule: "A szabály", notReached: "A szolgáltatás nem érhető el. Újabb próba következik.", unreachable: "Nem történt lépés.",
  event: {
    game_created: () => "A játszma elkezdődik.",
    seat_taken: (e, t) => `${t[e.seat]} helye foglalt${e.name ? `: ${e.name}` : ""}.`,
    opening_rolled: (e, t) => `Kezdődobás: Világos ${e.white}, Sötét ${e.black}. ${e.starter ? `${t[e.starter]} kezd.` : "Újra."}`,
    rolled: (e, t) => `${t[e.player]} dobása: ${e.dice.join("-")}${
      { plain: "", double: ", dupla", acey_deucey: ", acey-deucey" }[e.kind]}.`,
    moved: (e, t) => `${t[e.player]} lépése: ${e.play}.`,
    named: (e, t) => `${t[e.player]} megnevezi: ${e.number}.`,
    complement_owed: (e) => `Most a kiegészítő jön: négyszer ${e.number}.`,
    numbers_lost: (e, t) => `${e.numbers.length ? `Elveszett: ${listed(e.numbers, "és")}, nem léphető.`
      : e.reason === "roll_limit" ? "Nincs több dobás: elérte a határt." : "Semmi sem nevezhető meg."}${
      t.forfeited(e.forfeits)}`,
    turn_ended: (e, t) => `${t[e.player]} köre véget ért.`,
    undone: (e, t) => `${t[e.player]} visszavon egy lépést.`,
    resigned: (e, t) => `${t[e.player]} feladja.`,
    timed_out: (e, t) => `${t[e.player]} ideje lejárt.`,
  },
  forfeited: (losses) => (losses.length ? ` Vele elveszik: ${listed(losses.map((loss) =>
    ({ name: "a megnevezés", complement: "a kiegészítő", roll: "az új dobás" })[loss]), "és")}.` : ""),
};

export const LANGUAGES = { en: EN, de: DE, fr: FR, hu: HU };

/** The texts for a language tag such as "de-CH"; English for one that is not there. */
export const textsOf = (tag) => LANGUAGES[(tag || "en").toLowerCase().split("-")[0]] ?? EN;

/** How a game ended. */
export const resultText = (result, t) =>
  (result.winner ? t.wins(t[result.winner], result.points, result.reason) : t.draw);

/** One event as a sentence. */
export const eventText = (event, t) =>
  (event.type === "finished" ? `${resultText(event.result, t)}.` : t.event[event.type]?.(event, t) ?? "");

/** Who has to do what, or how the game ended. */
export function headline(game, t) {
  const turn = game.turn;
  if (game.result) return resultText(game.result, t);
  if (game.status === "waiting") return t.open;
  if (turn.player === null) return turn.awaits === "opening" ? t.opening : t.over;
  const player = t[turn.player];
  if (turn.awaits === "roll") return t.rolls(player, turn.rolls > 0);
  if (turn.awaits === "name") return t.names(player);
  return `${player} ${t.toMove}: ${stageText(turn, t).filter(Boolean).join(", ")}`;
}

/** What is being played, in two lines. */
export function stageText(turn, t) {
  const number = turn.numbers[0] ?? turn.last;
  const left = turn.numbers.length ? t.left(turn.numbers.join(" ")) : "";
  if (turn.stage !== "complement") return [t.stage[turn.stage](turn, number), left];
  return [t.stage.complement(turn, number), [t.complementOf(turn, number), left].filter(Boolean).join("; ")];
}

/** The whole board in sentences. */
export function describe(game, t) {
  const sides = ["white", "black"].map((player) => {
    const side = game.position[player];
    const piles = ["hand", "bar", "off"].filter((pile) => side[pile]).map((pile) => t.pile[pile](side[pile]));
    const points = Object.entries(side.points).map(([point, count]) => [Number(point), count])
      .sort(([left], [right]) => right - left).map(([point, count]) => (count > 1 ? `${point} (${count})` : `${point}`));
    if (points.length) piles.push(t.points(points.join(", ")));
    return t.side(t[player], piles.join("; "), t.pips(game.position.pips[player]));
  });
  return `${headline(game, t)}. ${sides.join(" ")}`;
}
