// SPDX-License-Identifier: MIT
// Shows the values under the pointer. The page is complete without it.
for (const plot of document.querySelectorAll(".plot")) {
	const points = plot.dataset.points.split(";").map((point) => point.split(" ").map(Number));
	const names = plot.dataset.names.split(",");
	const left = 0.135, right = 0.97; // plot.gp: the margins
	const line = document.createElement("hr"), said = document.createElement("output");
	const short = (value) => Number(value.toPrecision(3)).toLocaleString("en");

	plot.addEventListener("pointermove", (event) => {
		const box = plot.getBoundingClientRect();
		const share = ((event.clientX - box.left) / box.width - left) / (right - left);
		const x = share * plot.dataset.most;
		const [time, low, high, mean, second] = points.reduce((best, point) =>
			Math.abs(point[0] - x) < Math.abs(best[0] - x) ? point : best);
		const range = low < high ? ` (${short(low)} to ${short(high)})` : "";
		const value = {band: short(mean) + range, most: short(high),
			least: short(low)}[plot.dataset.kind];

		said.textContent = `${short(time)} ${plot.dataset.unit}: ${names[0]} ${value}` +
			(names[1] && !Number.isNaN(second) ? `, ${names[1]} ${short(second)}` : "");
		line.style.left = `${100 * (left + (right - left) * time / plot.dataset.most)}%`;
		plot.append(line, said);
	});
	plot.addEventListener("pointerleave", () => {
		line.remove();
		said.remove();
	});
}
