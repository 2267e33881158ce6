// The controls, and what the page shows first.
function drawKinds() {
  const group = element("kinds");
  for (let k = 1; k < KINDS.length; k++) {
    const total = count ? tally[k] : 0;
    if (!total && k > FAILED) continue;
    const chip = make("button", "kind");
    chip.append(dot(k), document.createTextNode(total + " " + KINDS[k]));
    chip.setAttribute("aria-pressed", "false");
    chip.title = "Show only these paths";
    chip.addEventListener("click", () => {
      if (only.has(k)) only.delete(k); else only.add(k);
      showKinds();
      filter(); search();
    });
    chip.dataset.kind = k;
    group.append(chip);
  }
}
function showKinds() {
  for (const chip of element("kinds").children) chip.setAttribute("aria-pressed", only.has(Number(chip.dataset.kind)));
}
function showAll() {
  only.clear();
  onlyLine = null;
  element("search").value = "";
  showKinds();
  filter(); search(); scrollTo(chosen); drawSource();
}
let timer = 0;
element("search").addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(search, 120); });
element("search").addEventListener("keydown", (event) => {
  if (event.key === "Enter") { clearTimeout(timer); search(); stepAmong(matches, event.shiftKey ? -1 : 1); }
  if (event.key === "Escape") { clearTimeout(timer); event.target.value = ""; search(); scrollTo(chosen); drawOutline(); outline.focus(); }
});
element("next").addEventListener("click", () => stepAmong(matches, 1));
element("previous").addEventListener("click", () => stepAmong(matches, -1));
element("finding").addEventListener("click", () => stepAmong(findings, 1));
element("finding").disabled = findings.length === 0;
element("expand").addEventListener("click", () => { open.fill(1); refresh(); });
element("collapse").addEventListener("click", () => { open.fill(0); chosen = 0; refresh(); choose(0, true); });
element("help").addEventListener("click", () => element("keys").showModal());
document.addEventListener("keydown", (event) => {
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement || element("keys").open) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const actions = {
    "/": () => element("search").focus(), "0": wholeMap, "?": () => element("keys").showModal(), a: showAll,
    n: () => stepAmong(findings, 1), N: () => stepAmong(findings, -1), s: () => code.focus(), t: () => outline.focus(),
  };
  if (actions[event.key]) { event.preventDefault(); actions[event.key](); }
});
new ResizeObserver(() => { drawMap(); drawOutline(); drawSource(); }).observe(element("left"));
for (const box of ["map", "source"]) new ResizeObserver(() => { drawMap(); drawOutline(); drawSource(); }).observe(element(box));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { readPalette(); drawMap(); });

function begin() {
  element("program").textContent = data.program;
  for (const id of ["previous", "next"]) element(id).disabled = true;
  readPalette();
  drawKinds();
  drawFiles();
  openAtFirst();
  collect();
  const wanted = /^#(n|test)(\d+)$/.exec(location.hash);
  const byTest = (number) => data.nodes.findIndex((node) => testsOf(node).includes(number));
  let first = wanted ? (wanted[1] === "n" ? Number(wanted[2]) : byTest(Number(wanted[2]))) : -1;
  if (first < 0 || first >= count) first = findings.length ? findings[0] : 0;
  choose(first, true);
}
begin();
