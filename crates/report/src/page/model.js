"use strict";
// The tree and what is known of its nodes. Parents stand before their children, so plain loops suffice however deep it is.
const KINDS = ["decision", "completed", "failed", "cut", "unsupported", "unknown", "dismissed"];
const FAILED = 2;
const data = JSON.parse(document.getElementById("data").textContent);
document.getElementById("data").textContent = "";
const text = (i) => data.strings[i] || "";
const element = (id) => document.getElementById(id);
const [PARENT, CONDITION, SIDE, FILE, LINE, COLUMN, ENDING, DETAIL, TEST] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const count = data.nodes.length;
const parents = new Int32Array(count).fill(-1);
// The children of node i are childList[firstChild[i]] to childList[firstChild[i + 1] - 1].
const firstChild = new Int32Array(count + 1), childList = new Int32Array(count);
const depth = new Uint32Array(count), start = new Float64Array(count), leaves = new Float64Array(count);
const tally = new Uint32Array(count * KINDS.length);
let deepest = 0;

function readTree() {
  for (let i = 1; i < count; i++) {
    const parent = data.nodes[i][PARENT];
    if (parent < 0 || parent >= i) continue;
    parents[i] = parent;
    depth[i] = depth[parent] + 1;
    deepest = Math.max(deepest, depth[i]);
    firstChild[parent + 1]++;
  }
  for (let i = 0; i < count; i++) firstChild[i + 1] += firstChild[i];
  const free = firstChild.slice(0, count);
  for (let i = 1; i < count; i++) if (parents[i] >= 0) childList[free[parents[i]]++] = i;
  for (let i = count - 1; i >= 0; i--) {
    if (isLeaf(i)) {
      leaves[i] = 1;
      tally[i * KINDS.length + data.nodes[i][ENDING]]++;
    }
    if (parents[i] < 0) continue;
    leaves[parents[i]] += leaves[i];
    for (let k = 0; k < KINDS.length; k++) tally[parents[i] * KINDS.length + k] += tally[i * KINDS.length + k];
  }
  for (let i = 0; i < count; i++) {
    let at = start[i];
    for (let c = firstChild[i]; c < firstChild[i + 1]; c++) { start[childList[c]] = at; at += leaves[childList[c]]; }
  }
}
const isLeaf = (i) => firstChild[i] === firstChild[i + 1];
const place = (i) => {
  const node = data.nodes[i];
  return node[FILE] ? text(node[FILE]) + (node[LINE] ? ":" + node[LINE] : "") : "";
};
const shortPlace = (i) => place(i).replace(/^.*[\\/]/, "");
const label = (i) => i === 0 ? data.entry || "start" : text(data.nodes[i][CONDITION]) || text(data.nodes[i][SIDE]) || "(always)";
const endingText = (i) => {
  const detail = text(data.nodes[i][DETAIL]);
  return KINDS[data.nodes[i][ENDING]] + (detail ? ": " + detail : "");
};
const many = (n, one) => n + " " + (n === 1 ? one : one + "s");
const mergesOf = (i) => (data.merges || {})[i] || [];
// How many paths became one on the way to a node, without what was merged above it.
const mergedPaths = (i) => mergesOf(i).reduce((product, merge) => product * merge.paths, 1);
// The tests of a leaf: one, or one for each side that was merged.
function testsOf(node) {
  const numbers = [];
  const further = (data.further || {})[node[TEST]] || 0;
  for (let k = 0; node[TEST] && k <= further; k++) if (data.tests[node[TEST] + k]) numbers.push(node[TEST] + k);
  return numbers;
}
// The nodes that decide or end at a line, by file and line.
const nodesByLine = new Map();
const lineKey = (file, line) => file * 0x1000000 + line;
const nodesAt = (file, line) => nodesByLine.get(lineKey(file, line)) || [];
function readPlaces() {
  for (let i = 0; i < count; i++) {
    const node = data.nodes[i];
    if (!node[FILE] || !node[LINE]) continue;
    const key = lineKey(node[FILE], node[LINE]), known = nodesByLine.get(key);
    if (known) known.push(i); else nodesByLine.set(key, [i]);
  }
}
readTree();
readPlaces();
// The failing leaves from left to right.
const findings = [];
for (let i = 0; i < count; i++) if (isLeaf(i) && data.nodes[i][ENDING] === FAILED) findings.push(i);
findings.sort((a, b) => start[a] - start[b]);
