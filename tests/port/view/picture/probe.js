// SPDX-License-Identifier: MIT
// Prints what a reader sees: the words, and whether each colour differs from free memory.
const svg = document.querySelector('svg');
const texts = [...svg.querySelectorAll('text')].map(one => one.getBoundingClientRect());
const whole = svg.getBoundingClientRect();
let overlapping = 0;
let outside = 0;

texts.forEach((one, at) => {
	outside += one.left < whole.left || one.right > whole.right || one.bottom > whole.bottom;
	overlapping += texts.slice(at + 1).some(other => one.left < other.right &&
		other.left < one.right && one.top + 3 < other.bottom && other.top + 3 < one.bottom);
});

// Luminance, as WCAG has it.
function light(colour) {
	const [red, green, blue] = colour.match(/[0-9.]+/g).slice(0, 3).map(Number).map(
		value => value / 255 <= 0.03928 ? value / 255 / 12.92
			: ((value / 255 + 0.055) / 1.055) ** 2.4);
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function colours(colour) {
	return colour.match(/[0-9.]+/g).slice(0, 3).map(Number);
}

const fill = one => getComputedStyle(one).fill;
const free = svg.querySelector('.f');
const blocks = new Map([...svg.querySelectorAll('[class^="b"],[class^="p b"],.x')].map(
	one => [one.getAttribute('class'), one]));
let alike = 0;
const seen = [...blocks.values()].map(one =>
	one.getAttribute('class').startsWith('p ') ? getComputedStyle(one).stroke : fill(one));

seen.forEach(colour => {
	const [one, two] = [colours(colour), colours(fill(free))];
	const apart = Math.hypot(...one.map((value, at) => value - two[at]));
	alike += apart < 60;
});
console.log('probe ' + JSON.stringify({
	theme: light(fill(svg.querySelector('.page'))) > 0.5 ? 'light' : 'dark',
	texts: texts.length, overlapping, outside, styles: seen.length, alike,
}));
