"use strict";
(() => {
  const KINDS = ["decision", "completed", "failed", "cut", "unsupported", "unknown", "dismissed"];
  const ROW = 26, INDENT = 15, DEEPEST = 26;
  const data = JSON.parse(document.getElementById("data").textContent);
  const text = (i) => data.strings[i] || "";
  const element = (id) => document.getElementById(id);

  // ---- the tree: parents stand before their children, so plain loops suffice however deep it is
  const count = data.nodes.length;
  const [PARENT, CONDITION, SIDE, FILE, LINE, , ENDING, DETAIL, TEST] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const children = Array.from({ length: count }, () => []);
  const depth = new Uint32Array(count), start = new Float64Array(count), leaves = new Float64Array(count);
  const tally = new Uint32Array(count * KINDS.length);
  data.nodes.forEach((node, i) => {
    if (i > 0 && node[PARENT] >= 0) {
      children[node[PARENT]].push(i);
      depth[i] = depth[node[PARENT]] + 1;
    }
  });
  let deepest = 0;
  for (let i = count - 1; i >= 0; i--) {
    const node = data.nodes[i];
    deepest = Math.max(deepest, depth[i]);
    if (children[i].length === 0) {
      leaves[i] = 1;
      tally[i * KINDS.length + node[ENDING]] += 1;
    }
    if (i > 0 && node[PARENT] >= 0) {
      leaves[node[PARENT]] += leaves[i];
      for (let k = 0; k < KINDS.length; k++) tally[node[PARENT] * KINDS.length + k] += tally[i * KINDS.length + k];
    }
  }
  for (let i = 0; i < count; i++) {
    let at = start[i];
    for (const child of children[i]) { start[child] = at; at += leaves[child]; }
  }
  const isLeaf = (i) => children[i].length === 0;
  const place = (i) => {
    const node = data.nodes[i];
    return node[FILE] ? text(node[FILE]) + (node[LINE] ? ":" + node[LINE] : "") : "";
  };
  const shortPlace = (i) => place(i).replace(/^.*[\\/]/, "");
  const label = (i) => {
    if (i === 0) return data.entry || "start";
    return text(data.nodes[i][CONDITION]) || text(data.nodes[i][SIDE]) || "(always)";
  };
  const endingText = (i) => {
    const node = data.nodes[i];
    const detail = text(node[DETAIL]);
    return KINDS[node[ENDING]] + (detail ? ": " + detail : "");
  };

  // ---- what is open, chosen, searched for
  const open = new Uint8Array(count);
  const only = new Set();
  let chosen = 0, visible = [], matches = [], matchSet = new Set(), shown = null, query = "";

  function openAncestors(i) {
    for (let p = data.nodes[i][PARENT]; p >= 0; p = data.nodes[p][PARENT]) open[p] = 1;
  }
  function initialOpen() {
    const small = leaves[0] <= 200;
    for (let i = 0; i < count; i++) open[i] = small || depth[i] < 4 ? 1 : 0;
    let failing = 0;
    for (let i = 0; i < count && failing < 50; i++) {
      if (data.nodes[i][ENDING] === 2) { openAncestors(i); failing++; }
    }
  }
  // The tests of a leaf: one, or one for each side that was merged.
  function testsOf(node) {
    const numbers = [];
    const further = (data.further || {})[node[TEST]] || 0;
    for (let k = 0; node[TEST] && k <= further; k++) if (data.tests[node[TEST] + k]) numbers.push(node[TEST] + k);
    return numbers;
  }
  function haystack(i) {
    const node = data.nodes[i];
    const text = (number) => data.tests[number].inputs.map((x) => x.join(" = ")).join("\n") + "\ntest " + number;
    const inputs = testsOf(node).map(text).join("\n");
    return [label(i), place(i), isLeaf(i) ? endingText(i) : "", inputs].join("\n").toLowerCase();
  }
  function search() {
    query = element("search").value.trim().toLowerCase();
    matches = [];
    if (query) for (let i = 0; i < count; i++) if ((!shown || shown[i]) && haystack(i).includes(query)) matches.push(i);
    matchSet = new Set(matches);
    for (const i of matches.slice(0, 500)) openAncestors(i);
    element("hits").textContent = query ? (matches.length === 1 ? "1 match" : matches.length + " matches") : "";
    refresh();
  }
  function filter() {
    if (only.size === 0) { shown = null; return; }
    shown = new Uint8Array(count);
    for (let i = count - 1; i >= 0; i--) {
      if (isLeaf(i) && only.has(data.nodes[i][ENDING])) shown[i] = 1;
      if (shown[i] && data.nodes[i][PARENT] >= 0) shown[data.nodes[i][PARENT]] = 1;
    }
  }
  function collect() {
    visible = [];
    const stack = count && (!shown || shown[0]) ? [0] : [];
    while (stack.length) {
      const i = stack.pop();
      visible.push(i);
      if (!open[i]) continue;
      for (let c = children[i].length - 1; c >= 0; c--) {
        const child = children[i][c];
        if (!shown || shown[child]) stack.push(child);
      }
    }
  }

  // ---- the outline: only the rows on screen exist
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
      part.style.cssText = `flex:${share} 0 ${k === 2 ? "3px" : "0"};background:var(--${KINDS[k]})`;
      made.append(part);
    }
    return made;
  }
  function outlineRow(i) {
    const node = data.nodes[i];
    const row = make("div", "row" + (i === chosen ? " chosen" : "") + (matchSet.has(i) ? " match" : ""));
    row.dataset.node = i;
    row.setAttribute("role", "treeitem");
    row.setAttribute("aria-level", depth[i] + 1);
    row.setAttribute("aria-selected", i === chosen);
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
    const tail = make("span", "tail");
    if (isLeaf(i)) {
      const words = endingText(i);
      tail.append(make("span", "", words.length > 60 ? words.slice(0, 59) + "\u2026" : words));
      const tests = testsOf(node);
      if (tests.length === 1) tail.append(make("span", "", "test " + tests[0]));
      if (tests.length > 1) tail.append(make("span", "", "tests " + tests[0] + " to " + tests[tests.length - 1]));
    } else {
      tail.append(make("span", "", leaves[i] + (leaves[i] === 1 ? " path" : " paths")), bar(i));
    }
    tail.append(make("span", "where", shortPlace(i)));
    row.append(tail);
    return row;
  }
  function drawOutline() {
    element("space").style.height = visible.length * ROW + "px";
    const first = Math.max(0, Math.floor(outline.scrollTop / ROW) - 5);
    const last = Math.min(visible.length, first + Math.ceil(outline.clientHeight / ROW) + 12);
    rows.style.transform = `translateY(${first * ROW}px)`;
    rows.replaceChildren(...visible.slice(first, last).map(outlineRow));
    if (visible.length === 0) rows.replaceChildren(make("div", "empty", "No path ended so."));
  }
  function scrollTo(i) {
    const at = visible.indexOf(i);
    if (at < 0) return;
    element("space").style.height = visible.length * ROW + "px";
    const top = at * ROW;
    if (top < outline.scrollTop || top + ROW > outline.scrollTop + outline.clientHeight) {
      outline.scrollTop = Math.max(0, top - outline.clientHeight / 2);
    }
  }
  function refresh() { collect(); drawOutline(); drawMap(); }
  function choose(i, reveal) {
    chosen = i;
    if (reveal) { openAncestors(i); collect(); scrollTo(i); }
    drawOutline(); drawMap(); drawDetail();
    try { history.replaceState(null, "", "#n" + i); } catch (_) { /* a page without an address keeps none */ }
  }
  function toggle(i) { open[i] = open[i] ? 0 : 1; refresh(); }

  // ---- the map: a box a node, below its parent, as wide as it has paths
  const canvas = element("canvas"), hint = element("hint");
  let left = 0, right = Math.max(1, leaves[0] || 1), topRow = 0;
  let palette = {};
  // Failing leaves come last and are never thinner than a stroke, so that none hides between its neighbours.
  const failing = (i) => isLeaf(i) && data.nodes[i][ENDING] === 2;
  const everyNode = Array.from({ length: count }, (_, i) => i);
  const drawOrder = everyNode.filter((i) => !failing(i)).concat(everyNode.filter(failing));
  function readPalette() {
    const style = getComputedStyle(document.documentElement);
    for (const name of [...KINDS, "box", "box-edge", "text", "quiet", "accent", "match", "panel"]) {
      palette[name] = style.getPropertyValue("--" + name).trim();
    }
  }
  function rowHeight() {
    return Math.max(5, Math.min(24, canvas.clientHeight / (deepest + 1)));
  }
  function drawMap() {
    const ratio = window.devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio); canvas.height = Math.round(height * ratio);
    }
    const c = canvas.getContext("2d");
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, width, height);
    c.font = "11px " + getComputedStyle(document.documentElement).getPropertyValue("--mono");
    c.textBaseline = "middle";
    const scale = width / (right - left), high = rowHeight();
    const onPath = new Set();
    for (let p = chosen; p >= 0 && count; p = data.nodes[p][PARENT]) onPath.add(p);
    for (const i of drawOrder) {
      const x = (start[i] - left) * scale, w = leaves[i] * scale, y = (depth[i] - topRow) * high;
      if (x > width || x + w < 0 || y > height || y + high < 0) continue;
      const from = Math.max(x, 0), wide = Math.min(x + w, width) - from;
      const faded = shown && !shown[i];
      c.globalAlpha = faded ? 0.18 : 1;
      c.fillStyle = isLeaf(i) ? palette[KINDS[data.nodes[i][ENDING]]] : palette.box;
      if (matchSet.has(i) && !isLeaf(i)) c.fillStyle = palette.match;
      const gap = wide > 3 ? 0.5 : 0;
      // A leaf reaches to the bottom of the map, so that each path has its column.
      const tall = isLeaf(i) ? Math.max(high, Math.min(height, (deepest + 1 - topRow) * high) - y) : high;
      const least = failing(i) ? 2.5 : 0.6;
      c.fillRect(from + gap, y + gap, Math.max(wide - 2 * gap, least), tall - 2 * gap);
      if (onPath.has(i)) {
        c.strokeStyle = palette.accent;
        c.lineWidth = 2;
        c.strokeRect(from + 1, y + 1, Math.max(wide - 2, 1), tall - 2);
      }
      if (wide > 44 && high >= 13) {
        c.save();
        c.beginPath(); c.rect(from + 4, y, wide - 8, tall); c.clip();
        c.fillStyle = isLeaf(i) ? palette.panel : palette.text;
        c.fillText(label(i), from + 6, y + high / 2 + 0.5);
        c.restore();
      }
    }
    c.globalAlpha = 1;
  }
  function nodeAt(event) {
    const box = canvas.getBoundingClientRect();
    const at = left + ((event.clientX - box.left) / box.width) * (right - left);
    const level = Math.floor((event.clientY - box.top) / rowHeight()) + topRow;
    let i = 0;
    if (!count || at < 0 || at >= leaves[0] || level < 0) return -1;
    while (depth[i] < level && !isLeaf(i)) {
      const next = children[i].find((child) => at >= start[child] && at < start[child] + leaves[child]);
      if (next === undefined) return i;
      i = next;
    }
    return i;
  }
  function zoomTo(from, to) {
    const all = Math.max(1, leaves[0] || 1);
    const span = Math.min(all, Math.max(to - from, Math.min(all, 1)));
    left = Math.max(0, Math.min(from, all - span));
    right = left + span;
    drawMap();
  }
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    if (event.shiftKey) {
      topRow = Math.max(0, Math.min(deepest, topRow + Math.sign(event.deltaY || event.deltaX)));
      drawMap();
      return;
    }
    const box = canvas.getBoundingClientRect(), share = (event.clientX - box.left) / box.width;
    const factor = Math.exp(event.deltaY * 0.0015), at = left + share * (right - left), span = (right - left) * factor;
    zoomTo(at - share * span, at + (1 - share) * span);
  }, { passive: false });
  let drag = null;
  canvas.addEventListener("pointerdown", (event) => {
    drag = { x: event.clientX, y: event.clientY, left, right, topRow, moved: false };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (drag) {
      const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
      if (Math.abs(dx) + Math.abs(dy) > 4) drag.moved = true;
      if (drag.moved) {
        const shift = (-dx / canvas.clientWidth) * (drag.right - drag.left);
        const room = Math.max(0, deepest + 1 - Math.floor(canvas.clientHeight / rowHeight()));
        topRow = Math.max(0, Math.min(room, drag.topRow - Math.round(dy / rowHeight())));
        zoomTo(drag.left + shift, drag.right + shift);
      }
    }
    const i = nodeAt(event);
    hint.textContent = i < 0 ? "" : (isLeaf(i) ? endingText(i) + "   " : "") + label(i) + (place(i) ? "   " + shortPlace(i) : "");
  });
  canvas.addEventListener("pointerup", (event) => {
    const moved = drag && drag.moved;
    drag = null;
    const i = nodeAt(event);
    if (!moved && i >= 0) choose(i, true);
  });
  canvas.addEventListener("pointerleave", () => { hint.textContent = ""; });
  canvas.addEventListener("dblclick", (event) => {
    const i = nodeAt(event);
    if (i >= 0) zoomTo(start[i], start[i] + leaves[i]);
  });

  // ---- the details of the chosen node
  function sourceLines(node) {
    const lines = data.sources[node[FILE]];
    if (!lines || !node[LINE]) return null;
    const box = make("div", "code");
    for (let n = node[LINE] - 2; n <= node[LINE] + 2; n++) {
      if (lines[n] === undefined) continue;
      const row = make("div", n === node[LINE] ? "here" : "");
      row.append(make("span", "number", n), document.createTextNode(lines[n]));
      box.append(row);
    }
    return box;
  }
  function drawDetail() {
    const panel = element("detail");
    panel.replaceChildren();
    panel.scrollTop = 0;
    if (!count) { panel.append(make("p", "quiet", "The tree is empty.")); return; }
    const node = data.nodes[chosen], title = make("h2");
    if (isLeaf(chosen)) title.append(dot(node[ENDING]));
    title.append(make("span", "", isLeaf(chosen) ? endingText(chosen) : chosen === 0 ? "Start" : "Decision"));
    panel.append(title);
    if (!isLeaf(chosen)) {
      const parts = [];
      for (let k = 1; k < KINDS.length; k++) {
        const share = tally[chosen * KINDS.length + k];
        if (share) parts.push(share + " " + KINDS[k]);
      }
      panel.append(make("p", "quiet", (leaves[chosen] === 1 ? "1 path: " : leaves[chosen] + " paths: ") + parts.join(", ")));
    }
    if (place(chosen)) panel.append(make("p", "quiet", place(chosen)));
    const source = sourceLines(node);
    if (source) panel.append(source);
    for (const number of testsOf(node)) drawTest(panel, number, data.tests[number]);
    drawPath(panel);
  }
  function drawTest(panel, number, test) {
    panel.append(make("h3", "", "Input of test " + number));
    const list = make("dl");
    for (const [name, value] of test.inputs) list.append(make("dt", "", name), make("dd", "", value));
    if (test.inputs.length === 0) panel.append(make("p", "quiet", "The program reads no input on this path."));
    panel.append(list);
    const words = { confirmed: "confirmed by native replay", disagreed: "the native program disagrees", "not-run": "not replayed" };
    const replay = (words[test.replay] || test.replay) + (test.replay_detail ? ": " + test.replay_detail : "");
    panel.append(make("h3", "", "Replay"), make("p", "", replay));
  }
  function drawPath(panel) {
    const path = [];
    for (let i = chosen; data.nodes[i][PARENT] >= 0; i = data.nodes[i][PARENT]) path.push(i);
    path.reverse();
    panel.append(make("h3", "", "Path condition"));
    if (path.length === 0) { panel.append(make("p", "quiet", "Nothing is required yet.")); return; }
    const list = make("ol", "path");
    for (const i of path) {
      const item = make("li"), from = data.nodes[i][PARENT];
      item.append(make("code", "", label(i)));
      if (place(from)) item.append(make("span", "at", "decided at " + place(from) + (text(data.nodes[i][SIDE]) ? ", " + text(data.nodes[i][SIDE]) : "")));
      item.addEventListener("click", () => choose(from, true));
      list.append(item);
    }
    panel.append(list);
  }

  // ---- controls
  function drawKinds() {
    const group = element("kinds");
    for (let k = 1; k < KINDS.length; k++) {
      const total = count ? tally[k] : 0;
      if (!total && k > 2) continue;
      const chip = make("button", "kind");
      chip.append(dot(k), document.createTextNode(total + " " + KINDS[k]));
      chip.setAttribute("aria-pressed", "false");
      chip.title = "Show only these paths";
      chip.addEventListener("click", () => {
        if (only.has(k)) only.delete(k); else only.add(k);
        chip.setAttribute("aria-pressed", only.has(k));
        filter(); search();
      });
      group.append(chip);
    }
  }
  function step(by) {
    if (!matches.length) return;
    let at = matches.indexOf(chosen);
    if (at < 0) at = by > 0 ? -1 : 0;
    choose(matches[(at + by + matches.length) % matches.length], true);
  }
  function move(by) {
    const at = visible.indexOf(chosen), next = visible[Math.max(0, Math.min(visible.length - 1, at + by))];
    if (next !== undefined) { chosen = next; scrollTo(next); choose(next, false); }
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
    const parent = data.nodes[chosen] ? data.nodes[chosen][PARENT] : -1;
    const page = Math.max(1, Math.floor(outline.clientHeight / ROW) - 1);
    const actions = {
      ArrowDown: () => move(1), ArrowUp: () => move(-1), PageDown: () => move(page), PageUp: () => move(-page),
      Home: () => move(-visible.length), End: () => move(visible.length),
      ArrowRight: () => { if (!open[chosen] && !isLeaf(chosen)) toggle(chosen); else move(1); },
      ArrowLeft: () => { if (open[chosen] && !isLeaf(chosen)) toggle(chosen); else if (parent >= 0) choose(parent, true); },
      Enter: () => toggle(chosen), " ": () => toggle(chosen),
    };
    if (actions[event.key] && count) { event.preventDefault(); actions[event.key](); }
  });
  let timer = 0;
  element("search").addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(search, 120); });
  element("search").addEventListener("keydown", (event) => {
    if (event.key === "Enter") { clearTimeout(timer); search(); step(event.shiftKey ? -1 : 1); }
    if (event.key === "Escape") { event.target.value = ""; search(); outline.focus(); }
  });
  element("next").addEventListener("click", () => step(1));
  element("previous").addEventListener("click", () => step(-1));
  element("expand").addEventListener("click", () => { open.fill(1); refresh(); });
  element("collapse").addEventListener("click", () => { open.fill(0); refresh(); });
  element("whole").addEventListener("click", () => { topRow = 0; zoomTo(0, leaves[0] || 1); });
  document.addEventListener("keydown", (event) => {
    if (event.target instanceof HTMLInputElement) return;
    if (event.key === "/") { event.preventDefault(); element("search").focus(); }
    if (event.key === "0") { topRow = 0; zoomTo(0, leaves[0] || 1); }
  });
  new ResizeObserver(() => { drawMap(); drawOutline(); }).observe(element("left"));
  new ResizeObserver(drawMap).observe(element("map"));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { readPalette(); drawMap(); });

  // ---- begin
  element("program").textContent = data.program;
  readPalette();
  drawKinds();
  initialOpen();
  collect();
  const wanted = /^#(n|test)(\d+)$/.exec(location.hash);
  const byTest = (number) => data.nodes.findIndex((node) => testsOf(node).includes(number));
  let first = wanted ? (wanted[1] === "n" ? Number(wanted[2]) : byTest(Number(wanted[2]))) : -1;
  if (first < 0 || first >= count) first = Math.max(0, data.nodes.findIndex((node) => node[ENDING] === 2));
  choose(first, true);
})();
