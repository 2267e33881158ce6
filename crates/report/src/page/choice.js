// What is open, chosen, searched for and left out.
const open = new Uint8Array(count);
const only = new Set();
// The line whose paths alone are shown.
let onlyLine = null;
let chosen = 0, visible = [], matches = [], matchSet = new Set(), shown = null, query = "";

function openAncestors(i) {
  for (let p = parents[i]; p >= 0 && !open[p]; p = parents[p]) open[p] = 1;
  // What is open may have a closed ancestor.
  for (let p = parents[i]; p >= 0; p = parents[p]) open[p] = 1;
}
function openAtFirst() {
  const small = leaves[0] <= 200;
  for (let i = 0; i < count; i++) open[i] = small || depth[i] < 4 ? 1 : 0;
  findings.slice(0, 50).forEach(openAncestors);
}
const haystacks = [];
function haystack(i) {
  if (haystacks[i] === undefined) {
    const node = data.nodes[i], parts = [label(i), place(i)];
    if (isLeaf(i)) parts.push(endingText(i));
    for (const number of testsOf(node)) {
      for (const [name, value] of data.tests[number].inputs) parts.push(name + " = " + value);
      parts.push("test " + number);
    }
    for (const merge of mergesOf(i)) parts.push("merged " + merge.paths + " paths");
    haystacks[i] = parts.join("\n").toLowerCase();
  }
  return haystacks[i];
}
function search() {
  query = element("search").value.trim().toLowerCase();
  matches = [];
  const among = onlyLine ? nodesAt(onlyLine.file, onlyLine.line) : null;
  if (query || among) {
    const fits = (i) => (!shown || shown[i]) && (!query || haystack(i).includes(query));
    if (among) matches = among.filter(fits);
    else for (let i = 0; i < count; i++) if (fits(i)) matches.push(i);
  }
  matches.sort((a, b) => start[a] - start[b] || depth[a] - depth[b]);
  matchSet = new Set(matches);
  for (const i of matches.slice(0, 500)) openAncestors(i);
  element("hits").textContent = query || among ? (matches.length === 1 ? "1 match" : matches.length + " matches") : "";
  for (const id of ["previous", "next"]) element(id).disabled = matches.length === 0;
  refresh();
}
// Marks the paths that end in a wanted way and come through the wanted line, with all that leads to them.
function filter() {
  if (only.size === 0 && !onlyLine) { shown = null; return; }
  shown = new Uint8Array(count);
  const through = new Uint8Array(count);
  if (onlyLine) {
    for (const i of nodesAt(onlyLine.file, onlyLine.line)) through[i] = 1;
    for (let i = 1; i < count; i++) if (parents[i] >= 0 && through[parents[i]]) through[i] = 1;
  }
  for (let i = count - 1; i >= 0; i--) {
    if (isLeaf(i) && (only.size === 0 || only.has(data.nodes[i][ENDING])) && (!onlyLine || through[i])) shown[i] = 1;
    if (shown[i] && parents[i] >= 0) shown[parents[i]] = 1;
  }
}
function collect() {
  visible = [];
  const stack = count && (!shown || shown[0]) ? [0] : [];
  while (stack.length) {
    const i = stack.pop();
    visible.push(i);
    if (!open[i]) continue;
    for (let c = firstChild[i + 1] - 1; c >= firstChild[i]; c--) {
      if (!shown || shown[childList[c]]) stack.push(childList[c]);
    }
  }
}
function refresh() { collect(); drawOutline(); drawMap(); }
function choose(i, reveal) {
  chosen = i;
  if (reveal) {
    openAncestors(i);
    collect();
    scrollTo(i);
  }
  drawOutline(); drawMap(); drawDetail(); showSource(i);
  try { history.replaceState(null, "", "#n" + i); } catch (_) { /* a page without an address keeps none */ }
}
function toggle(i) {
  if (isLeaf(i)) return;
  open[i] = open[i] ? 0 : 1;
  refresh();
}
// Goes to the next of some nodes in the order of the tree, or to the previous one.
function stepAmong(nodes, by) {
  const seen = nodes.filter((i) => !shown || shown[i]);
  if (!seen.length) return;
  const after = (i) => start[i] - start[chosen] || depth[i] - depth[chosen];
  const next = by > 0 ? seen.find((i) => after(i) > 0) : seen.findLast((i) => after(i) < 0);
  choose(next ?? (by > 0 ? seen[0] : seen[seen.length - 1]), true);
}
// Shows only the paths that come through a line; none: all paths.
function passThrough(line) {
  onlyLine = line && onlyLine && onlyLine.file === line.file && onlyLine.line === line.line ? null : line;
  filter(); search();
  if (matches.length && !matchSet.has(chosen)) choose(matches[0], true); else drawSource();
}
