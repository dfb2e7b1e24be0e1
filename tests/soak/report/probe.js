// SPDX-License-Identifier: MIT
// Put into a copy of the page by `check browser`: tells the console what a reader would see.
const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const pairs = (list, test) => list.some((a, i) => list.some((b, k) => i < k && test(a, b)));
const boxes = (plot) => [...plot.querySelectorAll("text")].map((text) => text.getBoundingClientRect());
const plots = [...document.querySelectorAll(".plot")];
const drawn = plots.filter((plot) => {
	const strokes = [...plot.querySelectorAll("path")].map((path) => getComputedStyle(path).stroke);

	return plot.getBoundingClientRect().width > 200 && boxes(plot).length > 4 && new Set(strokes).size > 2;
});
const crowded = [...document.querySelectorAll("figcaption, .head, .board > header, .tiles div, .words, .notices li")]
	.concat(plots.map((plot) => plot.parentElement)).filter((box) => box.scrollWidth > box.clientWidth + 1);
const arenas = [...document.querySelectorAll(".arena svg")].filter((svg) =>
	svg.getBoundingClientRect().width > 300 && svg.querySelectorAll("rect > title").length > 100);
const first = plots[0].getBoundingClientRect();

plots[0].dispatchEvent(new PointerEvent("pointermove", {clientX: first.left + first.width / 2}));
console.log("probe " + JSON.stringify({
	verdict: document.querySelector("h1").textContent,
	plots: plots.length,
	drawn: drawn.length,
	overlapping: plots.filter((plot) => pairs(boxes(plot), overlap)).length,
	crowded: crowded.length,
	arenas: arenas.length,
	page: document.documentElement.scrollWidth - document.documentElement.clientWidth,
	width: innerWidth,
	under_pointer: document.querySelector(".plot output").textContent,
	background: getComputedStyle(document.body).backgroundColor,
	loaded: performance.getEntriesByType("resource").length}));
