// What the pages of the lessons say beside the lessons themselves, in four languages.

export const LESSON_TEXTS = {
  en: {
    title: "Learn by playing", way: "New to the game? Learn it in small lessons",
    about: "Each lesson is a position with a task. Play it on the board: the service judges every move, and a refused one is explained. They begin at the beginning; whoever knows the game may start anywhere.",
    count: (solved, all) => `${solved} of ${all} solved`, solvedMark: "solved", place: (number, all) => `Lesson ${number} of ${all}`,
    hint: "Give me a hint", moreHint: "One more hint", again: "Start over", next: "Next lesson", all: "All lessons",
    solved: "Solved!", failed: "That was not it yet: the dice are played, and the task is not done. Start over and try another way.",
    last: "Solved, and it was the last lesson: you know all the rules.", play: "Play a game",
  },
  de: {
    title: "Spielend lernen", way: "Neu im Spiel? Lerne es in kleinen Lektionen",
    about: "Jede Lektion ist eine Stellung mit einer Aufgabe. Spiele sie auf dem Brett: Der Dienst beurteilt jeden Zug, und ein abgelehnter wird erklärt. Sie beginnen ganz vorn; wer das Spiel kennt, fängt an, wo er will.",
    count: (solved, all) => `${solved} von ${all} gelöst`, solvedMark: "gelöst", place: (number, all) => `Lektion ${number} von ${all}`,
    hint: "Gib mir einen Tipp", moreHint: "Noch ein Tipp", again: "Von vorn", next: "Nächste Lektion", all: "Alle Lektionen",
    solved: "Gelöst!", failed: "Das war es noch nicht: Die Würfel sind gespielt, und die Aufgabe ist nicht erfüllt. Fang von vorn an und versuche einen anderen Weg.",
    last: "Gelöst, und das war die letzte Lektion: Du kennst alle Regeln.", play: "Eine Partie spielen",
  },
  fr: {
    title: "Apprendre en jouant", way: "Vous découvrez le jeu ? Apprenez-le en petites leçons",
    about: "Chaque leçon est une position avec une tâche. Jouez-la sur le tablier : le service juge chaque coup, et explique celui qu’il refuse. Elles commencent au début ; qui connaît le jeu commence où il veut.",
    count: (solved, all) => `${solved} sur ${all} réussies`, solvedMark: "réussie", place: (number, all) => `Leçon ${number} sur ${all}`,
    hint: "Donnez-moi un indice", moreHint: "Encore un indice", again: "Recommencer", next: "Leçon suivante", all: "Toutes les leçons",
    solved: "Réussi !", failed: "Pas encore : les dés sont joués et la tâche n’est pas accomplie. Recommencez et essayez autrement.",
    last: "Réussi, et c’était la dernière leçon : vous connaissez toutes les règles.", play: "Jouer une partie",
  },
  hu: {
    title: "Tanulj játszva", way: "Új neked a játék? Tanuld meg kis leckékben",
    about: "Minden lecke egy állás és egy feladat. Játszd le a táblán: a szolgáltatás minden lépést elbírál, és amit visszautasít, azt megmagyarázza. A leckék az elején kezdődnek; aki ismeri a játékot, bárhol kezdheti.",
    count: (solved, all) => `${solved} megoldva a ${all} leckéből`, solvedMark: "megoldva", place: (number, all) => `${number}. lecke a ${all} közül`,
    hint: "Kérek egy tippet", moreHint: "Még egy tippet", again: "Elölről", next: "Következő lecke", all: "Minden lecke",
    solved: "Megoldottad!", failed: "Ez még nem az: a dobásokat lejátszottad, de a feladat nincs kész. Kezdd elölről, és próbáld másképp.",
    last: "Megoldottad, és ez volt az utolsó lecke: minden szabályt ismersz.", play: "Játszom egy játszmát",
  },
};
