import Presentation
import TestSupport
import Testing

/// Lines over time: what is left out of many points, and where an axis has its values.
struct LineChartTests {
    @Test func `thinned points keep the lowest and highest of each stretch, both ends and every gap`() {
        var random = SeededGenerator(seed: 20_260_711)
        for _ in 0..<40 {
            let count = random.int(1...3000)
            let points = (0..<count).map { index in
                LinePoint(Double(index), random.chance(1, in: 40) ? nil : Double(random.int(-900_000...900_000)))
            }
            let most = random.int(4...500)
            let thin = points.thinned(to: most)
            let gaps = zip(points, points.dropFirst()).count { ($0.y == nil) != ($1.y == nil) }
            #expect(thin.count <= max(most, 1) + 2 * gaps || thin == points)
            #expect(thin.first == points.first && thin.last == points.last)
            #expect(thin.map(\.x) == thin.map(\.x).sorted())
            #expect(Set(thin).isSubset(of: points))
            #expect(thin.compactMap(\.y).max() == points.compactMap(\.y).max())
            #expect(thin.compactMap(\.y).min() == points.compactMap(\.y).min())
            guard count > most else { continue }
            let stretches = (most - 1) / 3
            for stretch in 0..<stretches {
                let part = points[(stretch * count / stretches)..<((stretch + 1) * count / stretches)]
                let kept = thin.filter { point in part.contains { $0.x == point.x } }.compactMap(\.y)
                #expect(kept.max() == part.compactMap(\.y).max() && kept.min() == part.compactMap(\.y).min())
            }
            // What is known stays beside what is not.
            for index in points.indices.dropFirst() where (points[index].y == nil) != (points[index - 1].y == nil) {
                #expect(thin.contains(points[index]) && thin.contains(points[index - 1]))
            }
        }
    }

    @Test func `an axis holds every value and zero, in few steps of 1, 2 or 5`() throws {
        var random = SeededGenerator(seed: 20_260_712)
        for _ in 0..<500 {
            let scale = Double("1e\(random.int(-9...12))") ?? 1
            let values = (0..<random.int(1...6)).map { _ in Double(random.int(-999...9_999)) * scale }
            let ticks = ChartScale(holding: values).values
            let numbers = try ticks.map { try #require(Double($0)) }
            #expect(ticks.contains("0") && ticks.count <= 6, "\(values): \(ticks)")
            guard let low = numbers.first, let high = numbers.last, numbers.count > 1 else {
                #expect(values.allSatisfy { $0 == 0 })
                continue
            }
            let step = numbers[1] - numbers[0]
            #expect(low <= min(0, values.min() ?? 0) + step * 1e-6, "\(values): \(ticks)")
            #expect(high >= max(0, values.max() ?? 0) - step * 1e-6, "\(values): \(ticks)")
            // Not a step more than needed.
            #expect(low > min(0, values.min() ?? 0) - step && high < max(0, values.max() ?? 0) + step)
            let digits = ticks.filter { $0 != "0" }.map { $0.filter(\.isNumber).drop { $0 == "0" } }
            #expect(digits.allSatisfy { !$0.isEmpty })
        }
        #expect(ChartScale(holding: [0, 17_848]).values == ["0", "5000", "10000", "15000", "20000"])
        #expect(ChartScale(holding: [-3, 0.5]).values == ["-3", "-2", "-1", "0", "1"])
        #expect(ChartScale(holding: [0.031]).values == ["0", "0.01", "0.02", "0.03", "0.04"])
        #expect(ChartScale(holding: [0]).values == ["0"])
    }

    private var chart: LineChart {
        LineChart(
            title: "Value", summary: "It grew.",
            series: [
                LineChart.Series("All", [LinePoint(0, 0), LinePoint(5, 100), LinePoint(6, nil), LinePoint(8, 50)]),
                LineChart.Series(
                    "A very long name that no picture of this width has room for at all", [LinePoint(0, 10)]),
            ], across: [.init(0, "Jan 1, 2026"), .init(4, "Jan 5, 2026"), .init(8, "Jan 9, 2026")],
            up: ChartScale(holding: [100]).values.map { .init(Double($0) ?? 0, $0) })
    }

    @Test func `lines go in steps, and a gap stays one`() {
        let svg = chart.svg(id: "c", width: 720).text
        let runs = svg.split(separator: "<polyline").filter { $0.contains("cst-series-1\"") && !$0.contains("x1") }
        // Two runs, and the sample in the key.
        #expect(runs.count == 3, "\(svg)")
        #expect(runs[0].split(separator: "points=\"")[1].prefix { $0 != "\"" }.split(separator: " ").count == 3)
        #expect(svg.contains("cst-now"))
    }

    @Test(arguments: [300.0, 430, 720]) func `what has no room is shortened or left out`(width: Double) {
        let svg = chart.svg(id: "c", width: width).text
        #expect(svg.contains("…") == (width < 720))
        #expect(svg.contains("Jan 1, 2026") && svg.contains("Jan 9, 2026"))
        #expect(svg.contains("Jan 5, 2026") == (width > 350))
    }

    @Test func `a terminal shows the same in characters`() {
        for characters in ChartCharacters.allCases {
            let lines = chart.lines(width: 60, characters: characters)
            #expect(lines.allSatisfy { TextWidth.of($0) <= 60 }, "\(lines)")
            #expect(
                lines.contains { $0.hasPrefix("100 ") } && lines.contains { $0.contains("Jan 9, 2026") }, "\(lines)")
            if characters == .ascii {
                #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 128 } || $0.contains("…") })
            }
        }
    }
}
