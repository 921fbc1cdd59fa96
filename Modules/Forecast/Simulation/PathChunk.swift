import Foundation

/// Some paths of a simulation, one after the other.
struct PathChunk: Sendable {
    /// What each path has at the end.
    var ends: [Double]
    /// What the holdings of today have become at the end of each path, without any payment.
    var stocks: [Double]
    /// What one unit paid on every payment date has become at the end of each path.
    var units: [Double]
    /// The values after each step, path by path, of those paths that are sampled.
    var sample: [Double] = []
    /// How many paths reached the target for the first time after each step.
    var firstReached: [Int]

    init(_ simulation: Simulation, paths: Range<Int>, seed: UInt64) {
        ends = []
        stocks = []
        units = []
        ends.reserveCapacity(paths.count)
        stocks.reserveCapacity(paths.count)
        units.reserveCapacity(paths.count)
        firstReached = [Int](repeating: 0, count: simulation.steps.count)
        let sampled = paths.prefix { $0 < Simulation.sampledPaths }.count
        sample.reserveCapacity(sampled * simulation.steps.count)
        for path in paths { follow(path, simulation, seed: seed) }
    }

    private mutating func follow(_ path: Int, _ simulation: Simulation, seed: UInt64) {
        let table = NormalTable.shared
        let count = simulation.risky.count
        let isSampled = path < Simulation.sampledPaths
        var stream = Philox(seed: seed, stream: UInt64(path))
        var isReached = false
        // Plain memory: these loops run a hundred million times.
        withUnsafeTemporaryAllocation(of: Double.self, capacity: 6 * count) { memory in
            let values = UnsafeMutableBufferPointer(rebasing: memory[0..<count])
            let units = UnsafeMutableBufferPointer(rebasing: memory[count..<(2 * count)])
            let shares = UnsafeMutableBufferPointer(rebasing: memory[(2 * count)..<(3 * count)])
            let drifts = UnsafeMutableBufferPointer(rebasing: memory[(3 * count)..<(4 * count)])
            let stocks = UnsafeMutableBufferPointer(rebasing: memory[(5 * count)..<(6 * count)])
            let normals = UnsafeMutableBufferPointer(rebasing: memory[(4 * count)..<(5 * count)])
            for (index, holding) in simulation.risky.enumerated() {
                values.initializeElement(at: index, to: holding.value)
                stocks.initializeElement(at: index, to: holding.value)
                units.initializeElement(at: index, to: 0)
                shares.initializeElement(at: index, to: holding.share)
                // With this the mean of the price, not of its logarithm, stays what it is.
                drifts.initializeElement(at: index, to: -holding.volatility * holding.volatility / 2)
                normals.initializeElement(at: index, to: 0)
            }
            var (certain, certainUnit, end) = (simulation.certain.value, 0.0, 0.0)
            table.steps.withUnsafeBufferPointer { layers in
                simulation.triangle.withUnsafeBufferPointer { triangle in
                    for (index, step) in simulation.steps.enumerated() {
                        let root = step.years.squareRoot()
                        let unit = step.isPaymentDate ? 1.0 : 0.0
                        certain += step.payment * simulation.certain.share
                        certainUnit += unit * simulation.certain.share
                        end = certain
                        for i in 0..<count { normals[i] = table.next(&stream, layers) }
                        var entry = 0
                        for i in 0..<count {
                            var shock = 0.0
                            for j in 0...i { shock += triangle[entry + j] * normals[j] }
                            entry += i + 1
                            let growth = exp(drifts[i] * step.years + root * shock)
                            let value = values[i] * growth + step.payment * shares[i]
                            values[i] = value
                            stocks[i] *= growth
                            units[i] = units[i] * growth + unit * shares[i]
                            end += value
                        }
                        if isSampled { sample.append(end) }
                        if !isReached, end >= simulation.target {
                            isReached = true
                            firstReached[index] += 1
                        }
                    }
                }
            }
            ends.append(end)
            self.stocks.append(stocks.reduce(simulation.certain.value, +))
            self.units.append(units.reduce(certainUnit, +))
        }
    }
}
