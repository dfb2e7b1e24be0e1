# SPDX-License-Identifier: MIT
# The trend of each data set (hours, value) of a file:
#   gnuplot -e "data='FILE'; sets=N; tests=N; alarms=0.01" trend.gp
# For each it prints: the slope an hour, half of its 95 % interval, the two-sided p of the slope,
# the effective number of blocks, and the smallest slope that the test would have found. Such a
# slope passes the threshold of `tests` tests in 95 % of the cases. The fit is least squares over
# block means. If neighbouring residuals correlate (lag 1, r > 0), the interval is wider, and there
# are fewer degrees of freedom. See README.md.
# within(): Student's distribution between -t and t, for whole degrees of freedom. gnuplot's ibeta()
# would give it, but gnuplot 5.4 finds ibeta() undefined for some arguments.
even(k) = k < 1 ? 1.0 : even(k - 1) * (2 * k - 1) / (2.0 * k)
odd(k) = k < 1 ? 1.0 : odd(k - 1) * 2 * k / (2.0 * k + 1)
within(angle, freedom) = freedom % 2 == 0 ? \
	sin(angle) * (sum [k = 0 : freedom / 2 - 1] even(k) * cos(angle) ** (2 * k)) : \
	2 / pi * (angle + sin(angle) * \
		(sum [k = 0 : (freedom - 3) / 2] odd(k) * cos(angle) ** (2 * k + 1)))
both_tails(t, freedom) = 1 - within(atan(abs(t) / sqrt(freedom)), freedom)

# The t whose two tails together have probability p.
angle(p, freedom) = (low = 0.0, high = pi / 2, sum [step = 1 : 60] (middle = (low + high) / 2, \
	1 - within(middle, freedom) > p ? (low = middle, 0) : (high = middle, 0)), low)
t_of(p, freedom) = tan(angle(p, freedom)) * sqrt(freedom)

# Computed once for each number of degrees of freedom: the t of a 95 % interval, and the t of the
# smallest slope that the test would have found.
array interval[100]
array finds[100]
do for [i = 1 : 100] { interval[i] = 0 }

set print "-"
do for [set = 0 : sets - 1] {
	stats data index set using 1:2 name "fit" nooutput
	n = fit_records
	last = NaN
	stats data index set \
		using (before = last, last = $2 - fit_intercept - fit_slope * $1, before):(last) \
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
	print sprintf("%.9g\t%.9g\t%.3g\t%.3g\t%.9g", fit_slope, error * interval[freedom], p, \
		effective, error * finds[freedom])
}
