import Foundation
import Models
import ProgramSupport
import Testing

/// The whole published history of the European Central Bank as a table, when `CST_FIXTURES` names the folder that holds it.
@Suite(.enabled(if: RateHistory.archive != nil))
struct RateHistoryTests {
    @Test func `a household is worth on every day what that day's rates say`() async throws {
        let history = try RateHistory(archive: #require(RateHistory.archive))
        let folder = try ProgramFolder()
        try folder.write(history.table, to: "settings/cst/rates.csv")
        try folder.write("exchangeRates:\n  fixed:\n    file: rates.csv\n", to: "settings/cst/config.yaml")
        for (name, code, amount) in [("Euros", "EUR", "4500"), ("Dollars", "USD", "1250.25"), ("Yen", "JPY", "300000")]
        {
            for words in [["add", name, "--currency", code], ["deposit", name, amount, "--date", "1999-01-04"]] {
                try #require(try await folder.run("cst-assets", words).status == 0)
            }
        }
        // A holiday has the rates of the day before; the first and the last day; a Sunday.
        for day in ["1999-01-04", "2008-09-15", "2015-12-25", "2020-03-22", "2026-04-13"] {
            let result = try await folder.run(
                "cst-assets", ["list", "--display", "EUR", "--format", "json", "--strict"],
                environment: ["CST_NOW": "\(day)T16:00:00Z"])
            try #require(result.status == 0, "\(day): \(result.errors)")
            let list = try JSONNode(parsing: result.output)
            #expect(list["total"]?.money == "\(try history.worth(on: day)) EUR", "\(day)")

            // Looking back from the last day hides nothing here and keeps the newest rates.
            let later = try await folder.run(
                "cst-assets", ["list", "--display", "EUR", "--format", "json", "--as-of", day],
                environment: ["CST_NOW": "2026-04-13T16:00:00Z"])
            let back = try JSONNode(parsing: later.output)
            #expect(back["asOf"]?.text == day)
            #expect(back["total"]?.money == "\(try history.worth(on: "2026-04-13")) EUR", "\(day)")
        }
    }
}

/// The history as it is published: a row per day, a column per currency, `N/A` where there was no rate.
struct RateHistory {
    /// Currencies that no longer exist are left out: the table of a household names the ones in use.
    private static let currencies = ["USD", "JPY", "GBP", "CHF", "SEK", "AUD", "CAD", "CNY", "INR", "ZAR"]

    private let header: [String]
    private let rows: [[String]]

    static var archive: String? {
        ProcessInfo.processInfo.environment["CST_FIXTURES"].map { $0 + "/ecb/raw/eurofxref-hist.zip" }
            .flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }
    }

    init(archive: String) throws {
        let unzip = Process()
        let pipe = Pipe()
        unzip.executableURL = URL(filePath: "/usr/bin/env")
        unzip.arguments = ["unzip", "-p", archive]
        unzip.standardOutput = pipe
        try unzip.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        unzip.waitUntilExit()
        let lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
        let all = lines.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        header = try #require(all.first)
        rows = Array(all.dropFirst())
    }

    /// The table of fixed rates.
    var table: String {
        var lines = ["from,to,rate,date"]
        for code in Self.currencies {
            guard let column = header.firstIndex(of: code) else { continue }
            for row in rows where row[column] != "N/A" { lines.append("EUR,\(code),\(row[column]),\(row[0])") }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What 4500 EUR, 1250.25 USD and 300000 JPY come to in EUR, rounded once.
    func worth(on day: String) throws -> String {
        let dollars = try #require(try Ratio(decimal: "1250.25").divided(by: rate("USD", on: day)))
        let yen = try #require(Ratio(300_000).divided(by: try rate("JPY", on: day)))
        return (Ratio(4500) + dollars + yen).decimalString(places: 2, rounding: .halfEven)
    }

    /// The newest rate on or before a day.
    private func rate(_ code: String, on day: String) throws -> Ratio {
        let column = try #require(header.firstIndex(of: code))
        let row = try #require(rows.filter { $0[0] <= day && $0[column] != "N/A" }.max { $0[0] < $1[0] })
        return try Ratio(decimal: row[column])
    }
}
