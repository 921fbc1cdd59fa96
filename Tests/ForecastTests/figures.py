"""Makes the figures that the tests are compared with: python3 figures.py, with numpy."""
import numpy

# Prices of two currencies on 400 days, as PriceModelTests has them.
day = numpy.arange(400)
first = 100 * numpy.exp(numpy.cumsum(0.03 * numpy.sin(day**2)))
second = 5 * numpy.exp(numpy.cumsum(0.02 * numpy.sin(day**2) + 0.01 * numpy.cos(day * 1.7)))
changes = numpy.diff(numpy.log([first[-366:], second[-366:]]), axis=1)
print("volatilities", numpy.sqrt((changes**2).sum(axis=1) / 365 * 365))
print("correlation", changes[0] @ changes[1] / numpy.sqrt((changes[0] ** 2).sum() * (changes[1] ** 2).sum()))

# Three holdings over 24 months, as SimulationTests has them.
random = numpy.random.default_rng(20)
volatility, share = numpy.array([0.6, 0.9, 0.1]), numpy.array([0.2, 0.3, 0.5])
correlation = numpy.array([[1, 0.7, -0.2], [0.7, 1, 0], [-0.2, 0, 1]])
factor = (numpy.linalg.cholesky(correlation) * volatility[:, None]).T / numpy.sqrt(12)
paths = 2_000_000
values = numpy.tile([4000.0, 2000.0, 1000.0], (paths, 1))
stocks, units, reached = values.copy(), numpy.zeros((paths, 3)), numpy.zeros(paths, dtype=bool)
for month in range(24):
    growth = numpy.exp(random.standard_normal((paths, 3)) @ factor - volatility**2 / 24)
    values = values * growth + 150 * share
    stocks = stocks * growth
    units = units * growth + share
    reached |= values.sum(axis=1) >= 12_000
    if month in (0, 11, 23):
        total = values.sum(axis=1)
        print("month", month + 1, numpy.quantile(total, [0.05, 0.5, 0.95]), total.mean(), total.std())
print("probability", (total >= 12_000).mean(), "ever reached", reached.mean())
needed = (12_000 - stocks.sum(axis=1)) / units.sum(axis=1)
print("payment for 90 %", numpy.quantile(needed, 0.9))
