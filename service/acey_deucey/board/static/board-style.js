// The colours and the style sheet of the board; it knows no game.
// The colours are those of board/palette.py, light and dark; a test compares them.

export const PALETTE = {
  "frame": ["#4a3629", "#2a2320"],
  "rim": ["#33241a", "#524237"],
  "felt": ["#d6c3a0", "#3d4a4d"],
  "tray": ["#6a5140", "#443a33"],
  "point-a": ["#2f6f69", "#26757a"],
  "point-b": ["#f0e5cc", "#a39779"],
  "white": ["#fffaf0", "#f1e8d6"],
  "white-line": ["#6d5a45", "#3c3024"],
  "black": ["#23262d", "#14161a"],
  "black-line": ["#e6dcc8", "#cbbfa8"],
  "text": ["#f4ead6", "#ece1cc"],
  "soft": ["#cdb998", "#bba98c"],
  "ink": ["#2a2018", "#f4ead6"],
  "turn": ["#f2b84b", "#f2b84b"],
  "turn-ink": ["#2a1c05", "#2a1c05"]
};

const names = Object.keys(PALETTE);
const colours = (index) => names.map((name) => `--acey-${name}:${PALETTE[name][index]};`).join("");
const surroundings = [
  "--acey-page:#fff;--acey-page-ink:#241c15;--acey-page-soft:#5e5348;--acey-line:#b8ab9a;--acey-alarm:#9b1c1c;",
  "--acey-page:#1d1a18;--acey-page-ink:#f1e8da;--acey-page-soft:#c0b3a2;--acey-line:#6b6058;--acey-alarm:#ffb4a8;",
];

const CSS = `
:host { display: block; container-type: inline-size; color: var(--acey-page-ink);
  font: 16px/1.4 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  ${colours(0)}${surroundings[0]} }
:host([hidden]) { display: none; }
@media (prefers-color-scheme: dark) { :host(:not([theme="light"])) { ${colours(1)}${surroundings[1]} } }
:host([theme="dark"]) { ${colours(1)}${surroundings[1]} }
svg { display: block; width: 100%; height: auto; user-select: none; -webkit-user-select: none; }
${names.map((name) => `.f-${name} { fill: var(--acey-${name}); } .s-${name} { stroke: var(--acey-${name}); }`).join("\n")}
text { font-family: inherit; text-anchor: middle; }
.strong { font-weight: 700; }
.start { text-anchor: start; }
.end { text-anchor: end; }
.t17 { font-size: 17px; } .t18 { font-size: 18px; } .t20 { font-size: 20px; } .t22 { font-size: 22px; }
.number { font-size: 17px; } .caption { font-size: 18px; }
.played { opacity: .35; }
.none { fill: none; }
.place { outline: none; }
.live .place { cursor: pointer; touch-action: none; }
.hit-area { fill: transparent; }
.source { fill: none; stroke: var(--acey-turn); stroke-width: 4.5; }
.chosen { fill: none; stroke: var(--acey-turn); stroke-width: 7; }
.target { fill: var(--acey-turn); fill-opacity: .45; stroke: var(--acey-turn); stroke-width: 4; stroke-dasharray: 7 5; }
.target-under { fill: none; stroke: var(--acey-turn-ink); stroke-width: 8; stroke-opacity: .75; }
.ring { fill: none; stroke: none; }
.place:focus-visible .ring { stroke: #fff; stroke-width: 5; }
.place:focus-visible .ring-under { stroke: #1550c9; stroke-width: 10; }
.flying { pointer-events: none; }
.clock { margin: .5em .1em 0; font-variant-numeric: tabular-nums; color: var(--acey-page-soft); }
.clock[hidden] { display: none; }
.clock.soon { color: var(--acey-alarm); font-weight: 700; }
.said { min-height: 1.4em; margin: .5em .1em; color: var(--acey-page-soft); }
.said p { margin: 0; }
.said p:last-child { color: var(--acey-page-ink); }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: .5em; min-height: 2.9em; }
.actions .ask { margin-inline-end: .25em; }
button, select { font: inherit; min-height: 2.75em; min-width: 2.75em; padding: .4em 1.1em; border-radius: .6em;
  border: 1.5px solid var(--acey-line); background: var(--acey-page); color: var(--acey-page-ink); cursor: pointer; }
select { padding-inline: .6em; }
button.main { background: var(--acey-turn); color: var(--acey-turn-ink); border-color: var(--acey-turn); font-weight: 700; }
button:disabled { opacity: .5; cursor: default; }
button:focus-visible, select:focus-visible, a:focus-visible { outline: 3px solid #1550c9; outline-offset: 2px; box-shadow: 0 0 0 2px #fff; }
.problem { margin: .5em 0; padding: .7em .9em; border: 1.5px solid var(--acey-alarm); border-radius: .6em;
  background: var(--acey-page); display: grid; gap: .3em; }
.problem[hidden] { display: none; }
.problem p { margin: 0; }
.problem .title { font-weight: 700; color: var(--acey-alarm); }
.problem .rule { color: var(--acey-page-soft); border-inline-start: 3px solid var(--acey-line); padding-inline-start: .7em; }
.problem a { color: inherit; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@container (max-width: 560px) {
  .number, .t17 { font-size: 23px; } .caption, .t18 { font-size: 23px; } .t20 { font-size: 25px; }
  .pill { font-size: 22px; }
}
`;

/** The style sheet of the component, made once for all boards of a page. */
export const sheet = new CSSStyleSheet();
sheet.replaceSync(CSS);
