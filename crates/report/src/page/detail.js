// The details of the chosen node.
const LONGEST = 200;
function drawDetail() {
  const panel = element("detail");
  panel.replaceChildren();
  panel.scrollTop = 0;
  if (!count) { panel.append(make("p", "quiet", "The tree is empty.")); return; }
  const node = data.nodes[chosen], title = make("h2");
  if (isLeaf(chosen)) title.append(dot(node[ENDING]));
  title.append(make("span", "", isLeaf(chosen) ? endingText(chosen) : chosen === 0 ? "Start" : "Decision"));
  panel.append(title);
  if (!isLeaf(chosen)) panel.append(make("p", "quiet", pathsText(chosen)));
  if (place(chosen)) panel.append(make("p", "quiet", place(chosen)));
  for (const merge of mergesOf(chosen)) drawMerge(panel, merge);
  for (const number of testsOf(node)) drawTest(panel, number, data.tests[number]);
  drawPath(panel);
}
// What came together on the way to the node: forks whose sides became one path.
function drawMerge(panel, merge) {
  const box = make("div", "merge");
  box.append(make("h3", "", `${many(merge.paths, "path")} became one` + (merge.at ? ` at ${merge.at}` : "")));
  const list = make("ol", "path");
  for (const fork of merge.forks) {
    const item = make("li");
    fork.sides.forEach((side, at) => item.append(...(at ? [make("span", "or", " or ")] : []), make("code", "", side)));
    if (fork.at) item.append(make("span", "at", "parted at " + fork.at));
    list.append(item);
  }
  box.append(list);
  if (merge.more) box.append(make("p", "quiet", "and at further forks"));
  panel.append(box);
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
  for (let i = chosen; parents[i] >= 0; i = parents[i]) path.push(i);
  path.reverse();
  panel.append(make("h3", "", "Path condition"));
  if (path.length === 0) { panel.append(make("p", "quiet", "Nothing is required yet.")); return; }
  if (path.length > LONGEST) panel.append(make("p", "quiet", `${path.length - LONGEST} earlier conditions stand above this node in the tree.`));
  const list = make("ol", "path");
  for (const i of path.slice(-LONGEST)) {
    const item = make("li"), button = make("button"), from = parents[i], side = text(data.nodes[i][SIDE]);
    button.append(make("code", "", label(i)));
    if (place(from)) button.append(make("span", "at", "decided at " + place(from) + (side ? ", " + side : "")));
    button.addEventListener("click", () => choose(from, true));
    item.append(button);
    list.append(item);
  }
  panel.append(list);
}
