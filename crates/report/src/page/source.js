// The program's text: only the lines on screen exist. What ran is told by a colour and by a sign.
const LINEHEIGHT = 20;
const code = element("code"), lineRows = element("lines");
let file = 0, cursor = 0, texts = [], lineStates = new Map(), neverEntered = new Map();
const SIGNS = { ran: ["+", "ran"], partly: ["\u00b1", "not all sides ran"], missed: ["\u2212", "never ran"] };

function drawFiles() {
  const list = element("files");
  const known = Object.keys(data.sources).map(Number).filter((index) => text(index));
  known.sort((a, b) => Number(Boolean(coverageOf(b))) - Number(Boolean(coverageOf(a))) || (text(a) < text(b) ? -1 : 1));
  for (const index of known) {
    const option = make("option", "", text(index));
    option.value = index;
    list.append(option);
  }
  list.disabled = known.length < 2;
  if (known.length) openFile(known[0]); else list.append(make("option", "", "No source file could be read"));
}
const coverageOf = (index) => (data.coverage || {})[index];
function openFile(index) {
  if (file === index) return;
  file = index;
  element("files").value = index;
  // Where lines are left out, a gap stands.
  texts = [];
  let last = 0;
  for (const number of Object.keys(data.sources[index] || {}).map(Number)) {
    if (number > last + 1) texts.push({ number: 0, text: "" });
    texts.push({ number, text: data.sources[index][number] });
    last = number;
  }
  lineStates = new Map();
  neverEntered = new Map();
  const coverage = coverageOf(index);
  element("covered").textContent = "";
  element("legend").hidden = !coverage;
  if (coverage) {
    for (const line of coverage.missed) lineStates.set(line, "missed");
    for (const line of coverage.ran) lineStates.set(line, "ran");
    for (const [line, taken, all] of coverage.sides) if (taken < all && lineStates.get(line) === "ran") lineStates.set(line, "partly");
    for (const [line, name] of coverage.never) neverEntered.set(line, name);
    const all = coverage.ran.length + coverage.missed.length;
    element("covered").textContent = `${coverage.ran.length} of ${many(all, "line")} ran` +
      (coverage.never.length ? `, ${many(coverage.never.length, "function")} never entered` : "");
  }
  cursor = 0;
  code.scrollTop = 0;
  code.scrollLeft = 0;
  code.setAttribute("aria-label", "Source lines of " + text(index));
  drawSource();
}
const rowOf = (number) => texts.findIndex((line) => line.number === number);
// Shows the line of a node.
function showSource(i) {
  const node = data.nodes[i];
  if (node && data.sources[node[FILE]] && node[LINE]) {
    openFile(node[FILE]);
    moveCursor(rowOf(node[LINE]), true);
  }
  drawSource();
}
function moveCursor(row, middle) {
  if (row < 0 || row >= texts.length) return;
  cursor = row;
  const top = row * LINEHEIGHT;
  if (top < code.scrollTop || top + LINEHEIGHT > code.scrollTop + code.clientHeight) {
    code.scrollTop = Math.max(0, middle ? top - code.clientHeight / 2 : Math.min(Math.max(code.scrollTop, top + LINEHEIGHT - code.clientHeight), top));
  }
}
function codeLine(row) {
  const { number, text: content } = texts[row];
  if (!number) {
    const gap = make("div", "codeline gap", "          \u22ef");
    gap.setAttribute("role", "presentation");
    return gap;
  }
  const state = lineStates.get(number), nodes = nodesAt(file, number).length, never = neverEntered.get(number);
  const node = data.nodes[chosen];
  const here = node && node[FILE] === file && node[LINE] === number;
  const isOnly = onlyLine && onlyLine.file === file && onlyLine.line === number;
  const made = make("div", ["codeline", state, here && "here", row === cursor && "cursor", isOnly && "only"].filter(Boolean).join(" "));
  made.id = "line-" + number;
  made.dataset.row = row;
  made.setAttribute("role", "option");
  made.setAttribute("aria-selected", Boolean(isOnly));
  if (here) made.setAttribute("aria-current", "location");
  const words = [`line ${number}`, state && SIGNS[state][1], nodes && many(nodes, "node"), never && `${never} was never entered`, content.trim()];
  made.setAttribute("aria-label", words.filter(Boolean).join(", "));
  const counted = make("span", "nodes", nodes ? many(nodes, "node") : "");
  if (nodes) made.title = "Show only the paths through this line";
  made.append(make("span", "mark", state ? SIGNS[state][0] : ""), make("span", "number", number), counted);
  const shownText = make("span", "text", content);
  if (never) shownText.append(make("span", "never", never + " was never entered"));
  made.append(shownText);
  return made;
}
function drawSource() {
  element("codespace").style.height = texts.length * LINEHEIGHT + "px";
  const first = Math.max(0, Math.floor(code.scrollTop / LINEHEIGHT) - 5);
  const last = Math.min(texts.length, first + Math.ceil(code.clientHeight / LINEHEIGHT) + 12);
  lineRows.style.transform = `translateY(${first * LINEHEIGHT}px)`;
  const made = [];
  for (let row = first; row < last; row++) made.push(codeLine(row));
  lineRows.replaceChildren(...made);
  const at = texts[cursor];
  if (at && element("line-" + at.number)) code.setAttribute("aria-activedescendant", "line-" + at.number);
  else code.removeAttribute("aria-activedescendant");
  element("clear").hidden = !onlyLine;
  element("clear").textContent = onlyLine ? `Only through line ${onlyLine.line}: show all paths` : "";
}
function chooseLine(row) {
  const line = texts[row];
  if (!line || !line.number) return;
  cursor = row;
  if (nodesAt(file, line.number).length) passThrough({ file, line: line.number }); else drawSource();
}
lineRows.addEventListener("click", (event) => {
  const line = event.target.closest(".codeline");
  if (line && line.dataset.row) chooseLine(Number(line.dataset.row));
});
code.addEventListener("scroll", drawSource);
code.addEventListener("keydown", (event) => {
  const page = Math.max(1, Math.floor(code.clientHeight / LINEHEIGHT) - 1);
  const go = (to) => {
    let row = Math.max(0, Math.min(texts.length - 1, to));
    if (texts[row] && !texts[row].number) row = Math.max(0, Math.min(texts.length - 1, row + Math.sign(to - cursor || 1)));
    moveCursor(row, false); drawSource();
  };
  const actions = {
    ArrowDown: () => go(cursor + 1), ArrowUp: () => go(cursor - 1), PageDown: () => go(cursor + page), PageUp: () => go(cursor - page),
    Home: () => go(0), End: () => go(texts.length - 1), Enter: () => chooseLine(cursor), " ": () => chooseLine(cursor),
    Escape: () => { if (onlyLine) passThrough(null); },
  };
  if (actions[event.key] && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); actions[event.key](); }
});
element("files").addEventListener("change", (event) => openFile(Number(event.target.value)));
element("clear").addEventListener("click", () => { passThrough(null); outline.focus(); });
