// The outline: only the rows on screen exist.
const ROW = 26, INDENT = 12, DEEPEST = 20;
// Browsers draw no elements that are higher than some ten million pixels; beyond this height the outline scrolls faster.
const HIGHEST = 8e6;
const outline = element("outline"), rows = element("rows");
function make(tag, className, content) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (content !== undefined) made.textContent = content;
  return made;
}
function dot(kind) {
  const made = make("span", "dot");
  made.style.background = `var(--${KINDS[kind]})`;
  return made;
}
function bar(i) {
  const made = make("span", "bar");
  for (let k = 1; k < KINDS.length; k++) {
    const share = tally[i * KINDS.length + k];
    if (!share) continue;
    const part = make("i");
    part.style.cssText = `flex:${share} 0 ${k === FAILED ? "3px" : "0"};background:var(--${KINDS[k]})`;
    made.append(part);
  }
  return made;
}
function testsText(node) {
  const tests = testsOf(node);
  if (tests.length === 0) return "";
  return tests.length === 1 ? "test " + tests[0] : "tests " + tests[0] + " to " + tests[tests.length - 1];
}
function pathsText(i) {
  const parts = [];
  for (let k = 1; k < KINDS.length; k++) {
    const share = tally[i * KINDS.length + k];
    if (share) parts.push(share + " " + KINDS[k]);
  }
  return many(leaves[i], "path") + ": " + parts.join(", ");
}
function rowName(i) {
  const side = text(data.nodes[i][SIDE]), parts = [(side ? side + ": " : "") + label(i)];
  if (mergesOf(i).length) parts.push(mergedPaths(i) + " paths merged");
  parts.push(isLeaf(i) ? endingText(i) : pathsText(i), testsText(data.nodes[i]), place(i));
  return parts.filter((part) => part).join(", ");
}
// The number of a node among the children of its parent that are shown, and how many these are.
function amongSiblings(i) {
  if (parents[i] < 0) return [1, 1];
  let at = 0, all = 0;
  for (let c = firstChild[parents[i]]; c < firstChild[parents[i] + 1]; c++) {
    if (shown && !shown[childList[c]]) continue;
    all++;
    if (childList[c] === i) at = all;
  }
  return [at, all];
}
function outlineRow(i) {
  const node = data.nodes[i];
  const row = make("div", "row" + (i === chosen ? " chosen" : "") + (matchSet.has(i) ? " match" : ""));
  row.id = "row-" + i;
  row.dataset.node = i;
  row.setAttribute("role", "treeitem");
  row.setAttribute("aria-label", rowName(i));
  row.setAttribute("aria-level", depth[i] + 1);
  row.setAttribute("aria-selected", i === chosen);
  const [at, all] = amongSiblings(i);
  row.setAttribute("aria-posinset", at);
  row.setAttribute("aria-setsize", all);
  row.style.paddingLeft = 8 + Math.min(depth[i], DEEPEST) * INDENT + "px";
  if (!isLeaf(i)) row.setAttribute("aria-expanded", Boolean(open[i]));
  row.append(make("span", "caret", isLeaf(i) ? "" : open[i] ? "\u25be" : "\u25b8"));
  if (depth[i] > DEEPEST) row.append(make("span", "deep", depth[i]));
  if (isLeaf(i)) row.append(dot(node[ENDING]));
  const side = text(node[SIDE]);
  if (side) row.append(make("span", "side", side));
  const condition = make("span", "condition", label(i));
  condition.title = label(i);
  row.append(condition);
  if (mergesOf(i).length) row.append(make("span", "merged", mergedPaths(i) + " merged"));
  const tail = make("span", "tail");
  if (isLeaf(i)) {
    tail.append(make("span", "words", endingText(i)));
    if (testsText(node)) tail.append(make("span", "", testsText(node)));
  } else {
    tail.append(make("span", "", many(leaves[i], "path")), bar(i));
  }
  tail.append(make("span", "where", shortPlace(i)));
  row.append(tail);
  return row;
}
// How many rows a pixel of scrolling is, in heights of a row.
const squeeze = () => Math.max(1, (visible.length * ROW) / HIGHEST);
function drawOutline() {
  const factor = squeeze(), most = Math.ceil(outline.clientHeight / ROW);
  element("space").style.height = (visible.length * ROW) / factor + "px";
  const top = factor === 1 ? outline.scrollTop / ROW
    : (outline.scrollTop / Math.max(1, outline.scrollHeight - outline.clientHeight)) * Math.max(0, visible.length - most + 1);
  const first = Math.max(0, Math.floor(top) - (factor === 1 ? 5 : 0));
  const last = Math.min(visible.length, first + most + 12);
  rows.style.transform = `translateY(${factor === 1 ? first * ROW : outline.scrollTop}px)`;
  rows.replaceChildren(...visible.slice(first, last).map(outlineRow));
  if (visible.length === 0) rows.replaceChildren(make("div", "empty", "No path is such."));
  if (element("row-" + chosen)) outline.setAttribute("aria-activedescendant", "row-" + chosen);
  else outline.removeAttribute("aria-activedescendant");
}
function scrollTo(i) {
  const at = visible.indexOf(i), factor = squeeze();
  if (at < 0) return;
  element("space").style.height = (visible.length * ROW) / factor + "px";
  if (factor > 1) {
    const most = Math.ceil(outline.clientHeight / ROW), room = outline.scrollHeight - outline.clientHeight;
    outline.scrollTop = (Math.max(0, at - most / 2) / Math.max(1, visible.length - most + 1)) * room;
    return;
  }
  const top = at * ROW;
  if (top < outline.scrollTop || top + ROW > outline.scrollTop + outline.clientHeight) {
    outline.scrollTop = Math.max(0, top - outline.clientHeight / 2);
  }
}
function move(by) {
  const at = visible.indexOf(chosen), next = visible[Math.max(0, Math.min(visible.length - 1, at + by))];
  if (next !== undefined) { scrollTo(next); choose(next, false); }
}
rows.addEventListener("click", (event) => {
  const row = event.target.closest(".row");
  if (!row) return;
  const i = Number(row.dataset.node);
  if (event.target.classList.contains("caret")) toggle(i); else choose(i, false);
});
rows.addEventListener("dblclick", (event) => {
  const row = event.target.closest(".row");
  if (row && !event.target.classList.contains("caret")) toggle(Number(row.dataset.node));
});
outline.addEventListener("scroll", drawOutline);
outline.addEventListener("keydown", (event) => {
  const parent = count ? parents[chosen] : -1;
  const page = Math.max(1, Math.floor(outline.clientHeight / ROW) - 1);
  const siblings = () => {
    if (parent < 0) return toggle(chosen);
    for (let c = firstChild[parent]; c < firstChild[parent + 1]; c++) open[childList[c]] = 1;
    refresh();
  };
  const actions = {
    ArrowDown: () => move(1), ArrowUp: () => move(-1), PageDown: () => move(page), PageUp: () => move(-page),
    Home: () => move(-visible.length), End: () => move(visible.length),
    ArrowRight: () => { if (isLeaf(chosen)) return; if (open[chosen]) move(1); else toggle(chosen); },
    ArrowLeft: () => { if (open[chosen] && !isLeaf(chosen)) toggle(chosen); else if (parent >= 0) choose(parent, true); },
    Enter: () => toggle(chosen), " ": () => toggle(chosen), "*": siblings,
  };
  if (actions[event.key] && count && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); actions[event.key](); }
});
