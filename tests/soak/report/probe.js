// SPDX-License-Identifier: MIT
// check-browser adds this to a copy of the page. It prints to the console what a reader would see.
const all = (selector, parent = document) => [...parent.querySelectorAll(selector)];
const width = (element) => element.getBoundingClientRect().width;
const overlap = (a, b) =>
	a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const pairs = (list, test) => list.some((a, i) => list.some((b, k) => i < k && test(a, b)));
const boxes = (plot) => all("text", plot).map((text) => text.getBoundingClientRect());
const plots = all(".plot");
const drawn = plots.filter((plot) => {
	const strokes = all("path", plot).map((path) => getComputedStyle(path).stroke);

	return width(plot) > 200 && boxes(plot).length > 4 && new Set(strokes).size > 2;
});
const crowded = all("figcaption, .head, .board > header, .tiles div, .notices li")
	.concat(plots.map((plot) => plot.parentElement))
	.filter((box) => box.scrollWidth > box.clientWidth + 1);
const arenas = all(".arena svg").filter((svg) =>
	width(svg) > 300 && all("rect > title", svg).length > 100);
const first = plots[0].getBoundingClientRect();

plots[0].dispatchEvent(new PointerEvent("pointermove",
	{clientX: first.left + first.width / 2, bubbles: true}));
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
