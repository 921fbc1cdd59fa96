"""The work of BenchForecast.swift in numpy: prints the same figures in the same order."""
import time

import numpy

paths, months, assets, payment, target = 100_000, 120, 10, 250.0, 40_000.0


def simulate():
    random = numpy.random.default_rng(1)
    volatility = 0.2 + 0.08 * numpy.arange(assets)
    correlation = numpy.full((assets, assets), 0.3) + 0.7 * numpy.eye(assets)
    factor = (numpy.linalg.cholesky(correlation) * volatility[:, None]).T / numpy.sqrt(12)
    drift = -(volatility**2) / 24
    share = numpy.full(assets, 1 / assets)
    values = numpy.full((paths, assets), 1_000.0)
    stocks = values.copy()
    units = numpy.zeros((paths, assets))
    reached = numpy.zeros(paths, dtype=bool)
    bands = []
    for _ in range(months):
        growth = random.standard_normal((paths, assets)) @ factor
        growth += drift
        numpy.exp(growth, out=growth)
        values *= growth
        values += payment * share
        stocks *= growth
        units *= growth
        units += share
        totals = values.sum(axis=1)
        reached |= totals >= target
        bands.append(numpy.quantile(totals, [0.05, 0.5, 0.95], method="inverted_cdf"))
    needed = (target - stocks.sum(axis=1)) / units.sum(axis=1)
    confident = numpy.quantile(needed, 0.9, method="inverted_cdf")
    return [(totals >= target).mean(), *bands[119], *bands[59], confident]


start = time.perf_counter()
figures = simulate()
print(time.perf_counter() - start, *figures)
