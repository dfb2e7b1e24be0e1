# SPDX-License-Identifier: MIT
# The trend of each data set (hours, value) of a file: gnuplot -e "data='FILE'; sets=N" trend.gp
# prints, for each: slope an hour, half of its 95 % interval, p of the slope of neither sign, the
# data sets' effective number. Least squares over block means; what of the residuals' correlation
# remains (lag 1, if positive) widens the interval, and takes degrees of freedom. See README.md.
# Student's distribution of whole degrees of freedom: what lies between -t and t. (gnuplot has ibeta(), from
# which it follows, but 5.4 finds that undefined for some arguments.)
even(k) = k < 1 ? 1.0 : even(k - 1) * (2 * k - 1) / (2.0 * k)
odd(k) = k < 1 ? 1.0 : odd(k - 1) * 2 * k / (2.0 * k + 1)
within(angle, freedom) = freedom % 2 == 0 ? \
	sin(angle) * (sum [k = 0 : freedom / 2 - 1] even(k) * cos(angle) ** (2 * k)) : \
	2 / pi * (angle + sin(angle) * (sum [k = 0 : (freedom - 3) / 2] odd(k) * cos(angle) ** (2 * k + 1)))
both_tails(t, freedom) = 1 - within(atan(abs(t) / sqrt(freedom)), freedom)

set print "-"
do for [set = 0 : sets - 1] {
	stats data index set using 1:2 name "fit" nooutput
	n = fit_records
	last = NaN
	stats data index set using (before = last, last = $2 - fit_intercept - fit_slope * $1, before):(last) \
		name "lag" nooutput
	r = lag_correlation > 0 ? lag_correlation : 0
	effective = n * (1 - r) / (1 + r)
	freedom = effective > 3 ? int(effective) - 2 : 1
	error = fit_slope_err * sqrt((n - 2.0) / freedom)

	low = 0
	high = 20.0
	do for [step = 1 : 30] {
		t = (low + high) / 2
		if (both_tails(t, freedom) > 0.05) { low = t } else { high = t }
	}
	p = error > 0 ? both_tails(fit_slope / error, freedom) : 0
	print sprintf("%.9g\t%.9g\t%.3g\t%.3g", fit_slope, t * error, p, effective)
}
