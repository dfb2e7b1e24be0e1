# SPDX-License-Identifier: MIT
# The trend of each data set (hours, value) of a file:
#   gnuplot -e "data='FILE'; sets=N; tests=N; alarms=0.01" trend.gp
# prints, for each: slope an hour, half of its 95 % interval, p of the slope of neither sign, the data sets'
# effective number, the smallest slope that would have been found: one that passes the threshold of so many tests
# in 95 % of the cases. Least squares over block means; what of the residuals' correlation remains (lag 1, if
# positive) widens the interval, and takes degrees of freedom. See README.md.
# Student's distribution of whole degrees of freedom: what lies between -t and t. (gnuplot has ibeta(), from
# which it follows, but 5.4 finds that undefined for some arguments.)
even(k) = k < 1 ? 1.0 : even(k - 1) * (2 * k - 1) / (2.0 * k)
odd(k) = k < 1 ? 1.0 : odd(k - 1) * 2 * k / (2.0 * k + 1)
within(angle, freedom) = freedom % 2 == 0 ? \
	sin(angle) * (sum [k = 0 : freedom / 2 - 1] even(k) * cos(angle) ** (2 * k)) : \
	2 / pi * (angle + sin(angle) * (sum [k = 0 : (freedom - 3) / 2] odd(k) * cos(angle) ** (2 * k + 1)))
both_tails(t, freedom) = 1 - within(atan(abs(t) / sqrt(freedom)), freedom)

# The t that both tails of which have p.
angle(p, freedom) = (low = 0.0, high = pi / 2, sum [step = 1 : 60] (middle = (low + high) / 2, \
	1 - within(middle, freedom) > p ? (low = middle, 0) : (high = middle, 0)), low)
t_of(p, freedom) = tan(angle(p, freedom)) * sqrt(freedom)

# For each number of degrees of freedom once: that of a 95 % interval, and that of what would have been found.
array interval[100]
array finds[100]
do for [i = 1 : 100] { interval[i] = 0 }

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
	p = error > 0 ? both_tails(fit_slope / error, freedom) : 0
	if (interval[freedom] == 0) {
		interval[freedom] = t_of(0.05, freedom)
		finds[freedom] = t_of(2 * alarms / tests, freedom) + t_of(0.1, freedom)
	}
	print sprintf("%.9g\t%.9g\t%.3g\t%.3g\t%.9g", fit_slope, error * interval[freedom], p, effective, \
		error * finds[freedom])
}
