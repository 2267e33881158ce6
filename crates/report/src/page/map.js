// The map: a box a node, below its parent, as wide as it has paths. What is thinner than a pixel is one box.
const canvas = element("canvas"), hint = element("hint");
let left = 0, right = Math.max(1, leaves[0] || 1), topRow = 0, planned = false;
const palette = {};
function readPalette() {
  const style = getComputedStyle(document.documentElement);
  for (const name of [...KINDS, "box", "text", "accent", "match", "panel", "mono"]) {
    palette[name] = style.getPropertyValue("--" + name).trim();
  }
}
const rowHeight = () => Math.max(5, Math.min(24, canvas.clientHeight / (deepest + 1)));
function drawMap() {
  if (planned) return;
  planned = true;
  requestAnimationFrame(() => { planned = false; paintMap(); });
}
// The ending that most of the paths below a node have; a failure counts first.
function commonEnding(i) {
  let best = 1;
  for (let k = 1; k < KINDS.length; k++) {
    const share = tally[i * KINDS.length + k];
    if (share && k === FAILED) return FAILED;
    if (share > tally[i * KINDS.length + best]) best = k;
  }
  return best;
}
function paintMap() {
  const ratio = window.devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio); canvas.height = Math.round(height * ratio);
  }
  const c = canvas.getContext("2d");
  c.setTransform(ratio, 0, 0, ratio, 0, 0);
  c.clearRect(0, 0, width, height);
  c.font = "11px " + palette.mono;
  c.textBaseline = "middle";
  const scale = width / (right - left), high = rowHeight(), bottom = Math.min(height, (deepest + 1 - topRow) * high);
  // Failures come last and are never thinner than a stroke, so that none hides between its neighbours.
  const failures = [], stack = count ? [0] : [];
  // Of boxes that are thinner than a pixel, one is painted for each pixel of a level.
  const painted = new Map();
  while (stack.length) {
    const i = stack.pop();
    const x = (start[i] - left) * scale, w = leaves[i] * scale, y = (depth[i] - topRow) * high;
    if (x > width || x + w < 0 || y > height) continue;
    const thin = w < 1 && i !== 0, ends = isLeaf(i) || thin;
    const kind = ends ? commonEnding(i) : 0;
    if (thin && kind !== FAILED) {
      const pixel = Math.floor(x);
      if (painted.get(depth[i]) === pixel && !shown) continue;
      painted.set(depth[i], pixel);
    }
    if (ends && kind === FAILED) failures.push([i, x, w, y]); else paintBox(c, { i, x, w, y, ends, kind, width, high, bottom });
    if (!ends) for (let k = firstChild[i + 1] - 1; k >= firstChild[i]; k--) stack.push(childList[k]);
  }
  for (const [i, x, w, y] of failures) paintBox(c, { i, x, w, y, ends: true, kind: FAILED, width, high, bottom });
  paintWay(c, scale, high, bottom, width);
}
function paintBox(c, { i, x, w, y, ends, kind, width, high, bottom }) {
  const from = Math.max(x, 0), wide = Math.min(x + w, width) - from;
  // A path reaches to the bottom of the map, so that each has its column.
  const tall = ends ? Math.max(high, bottom - y) : high;
  if (y + tall < 0) return;
  c.globalAlpha = shown && !shown[i] ? 0.18 : 1;
  c.fillStyle = ends ? palette[KINDS[kind]] : matchSet.has(i) ? palette.match : palette.box;
  const gap = wide > 3 ? 0.5 : 0;
  c.fillRect(from + gap, y + gap, Math.max(wide - 2 * gap, kind === FAILED ? 2.5 : 0.6), tall - 2 * gap);
  if (wide > 44 && high >= 13) {
    c.save();
    c.beginPath(); c.rect(from + 4, y, wide - 8, tall); c.clip();
    c.fillStyle = ends ? palette.panel : palette.text;
    c.fillText(label(i), from + 6, y + high / 2 + 0.5);
    c.restore();
  }
  c.globalAlpha = 1;
}
// The way to the chosen node.
function paintWay(c, scale, high, bottom, width) {
  c.strokeStyle = palette.accent;
  c.lineWidth = 2;
  for (let i = count ? chosen : -1; i >= 0; i = parents[i]) {
    const y = (depth[i] - topRow) * high, x = (start[i] - left) * scale;
    const from = Math.max(x, 0), wide = Math.min(x + leaves[i] * scale, width) - from;
    const tall = isLeaf(i) ? Math.max(high, bottom - y) : high;
    if (y + tall >= 0 && y <= bottom && wide > -2) c.strokeRect(from + 1, y + 1, Math.max(wide - 2, 1), tall - 2);
  }
}
function nodeAt(event) {
  const box = canvas.getBoundingClientRect();
  const at = left + ((event.clientX - box.left) / box.width) * (right - left);
  const level = Math.floor((event.clientY - box.top) / rowHeight()) + topRow;
  if (!count || at < 0 || at >= leaves[0] || level < 0) return -1;
  let i = 0;
  while (depth[i] < level && !isLeaf(i)) {
    // The last child that begins at this place or before it.
    let low = firstChild[i], high = firstChild[i + 1] - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (start[childList[middle]] <= at) low = middle; else high = middle - 1;
    }
    i = childList[low];
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
function wholeMap() { topRow = 0; zoomTo(0, leaves[0] || 1); }
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
