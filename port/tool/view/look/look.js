// SPDX-License-Identifier: MIT
// Shows the values under the pointer. The page is complete without it.
"use strict";
const line = document.createElement("hr"), said = document.createElement("output");
const short = (value) => Number(value.toPrecision(3)).toLocaleString("en");
const left = 0.135, right = 0.97; // plots.py: the margins

function point(plot, share) {
	const points = plot.dataset.points.split(";").map((point) => point.split(" ").map(Number));
	const x = (share - left) / (right - left) * plot.dataset.most;
	const [time, low, high, mean] = points.reduce((best, point) =>
		Math.abs(point[0] - x) < Math.abs(best[0] - x) ? point : best);
	const range = low < high ? ` (${short(low)} to ${short(high)})` : "";
	const value = {band: short(mean) + range, most: short(high),
		least: short(low)}[plot.dataset.kind];

	said.textContent = `${short(time)} ${plot.dataset.unit}: ${plot.dataset.name} ${value}`;
	line.style.left = `${100 * (left + (right - left) * time / plot.dataset.most)}%`;
	plot.append(line, said);
}

document.addEventListener("pointermove", (event) => {
	const plot = event.target.closest(".plot");
	const box = plot?.getBoundingClientRect();

	line.remove();
	said.remove();
	if (plot)
		point(plot, (event.clientX - box.left) / box.width);
});
