public import Blockchain
public import Models
import Presentation
import SavingsViews
public import WebPages

import struct Foundation.UUID

/// How far the reading of balances on chains is, and what was read.
public struct SyncReport: Sendable {
    /// How far it is; nil before the first asset is done.
    public var progress: BalanceService.Progress?
    /// What became of each asset; nil while they are being read.
    public var readings: [ChainReading]?
    /// What there is to say besides.
    public var warnings: [Warning] = []
    /// Why nothing could be read.
    public var reason: String?

    /// How many assets another server was done with, of how many, and how many of them it could read; nil for a reading of this
    /// server.
    private(set) var elsewhere: (done: Int, total: Int, read: Int?)?

    /// Nothing is read yet.
    public init() {}

    /// A reading of another server of the household.
    ///
    /// - Parameters:
    ///   - done: how many assets are done.
    ///   - total: how many there are; 0 before that is known.
    ///   - read: how many could be read; nil while they are being read.
    ///   - reason: why nothing could be read.
    public init(elsewhere done: Int, of total: Int, read: Int?, reason: String?) {
        elsewhere = (done, total, read)
        self.reason = reason
    }

    /// Whether it goes on.
    public var isRunning: Bool { readings == nil && reason == nil && elsewhere?.read == nil }

    /// Whether another server reads, or has read.
    public var isElsewhere: Bool { elsewhere != nil }
}

extension Page {
    /// The reading of balances on chains.
    ///
    /// - Parameter report: nil when none was begun.
    public static func sync(_ report: SyncReport?, _ style: PageStyle) -> Page {
        Page(
            "Balances on blockchains", in: "Assets",
            [
                HTML("h1", text: "Balances on blockchains"), HTML("p", [], [.link("All assets", to: "/assets")]),
                HTML("div", [.init("data-live-id", "sync")], style.sync(report)),
            ])
    }
}

extension PageStyle {
    /// A button that reads the balance of an asset from its chain; nothing for one that is on none.
    func readButton(_ asset: Asset) -> HTML {
        guard asset.isOnChain else { return .nothing }
        return writing?.button("Read its balance", to: "/assets/sync", [("asset", asset.id.uuidString)])
            ?? .nothing
    }

    fileprivate func sync(_ report: SyncReport?) -> [HTML] {
        func button(_ label: String, _ values: [(name: String, value: String)] = []) -> HTML {
            writing?.button(label, to: "/assets/sync", values) ?? .nothing
        }
        guard let report else {
            return [.paragraph("Nothing was read since the program began.", "empty"), button("Read balances")]
        }
        func status(_ text: String) -> HTML { HTML("p", [.init("role", "status")], text: text) }
        if report.isRunning {
            let progress = report.progress.map { progress in
                "\(progress.done) of \(progress.total) read"
                    + (progress.waitingFor.map { ", waiting for \($0.name)" } ?? "")
            }
            let other = report.elsewhere.flatMap { $0.total > 0 ? "\($0.done) of \($0.total) read" : nil }
            return [
                status(
                    progress ?? other
                        ?? "The servers of the chains are being asked. One that is silent takes up to a minute."),
                HTML("p", [], [.link("Look again", to: "/assets/sync")]),
            ]
        }
        if let reason = report.reason {
            return [.notice(.attention, [status(message(reason))]), button("Read balances")]
        }
        if let other = report.elsewhere {
            return [
                status("\(other.read ?? 0) of \(other.total) read."), button("Read all again", [("fresh", "1")]),
            ]
        }
        let readings = report.readings ?? []
        let read = readings.count { (try? $0.result.get()) != nil }
        return [
            status("\(read) of \(readings.count) read."), warnings(report.warnings), table(readings),
            button("Read all again", [("fresh", "1")]),
        ]
    }

    private func table(_ readings: [ChainReading]) -> HTML {
        var table = DataTable(
            "What chains said",
            [.text("Asset"), .text("Chain"), .number("Balance"), .number("Change"), .text("Source, or why not")])
        for reading in readings {
            let balance = try? reading.result.get()
            var source: HTML = .nothing
            if let balance {
                source =
                    reading.isKept
                    ? .group([.text("known since "), time(balance.time)])
                    : .text(balance.isSubstitute ? "\(balance.provider) (substitute)" : balance.provider)
            } else if case .failure(let failure) = reading.result {
                let why = message(failure.description)
                // The answers of all providers help few readers.
                source =
                    why.count > 100
                    ? .group([
                        .text("It could not be read, so it stays as it was. Read it again later."),
                        .disclosure("Why", [.paragraph(why)]),
                    ]) : .text(why)
            }
            table.add(
                [
                    link(reading.asset),
                    .text(reading.asset.chain.flatMap { Chain(id: $0)?.name } ?? reading.asset.chain ?? ""),
                    balance.map { amount($0.amount) } ?? .badge("not read", .attention),
                    reading.change.map { amount($0) } ?? .nothing, source,
                ], key: reading.asset.id.uuidString)
        }
        return table.html
    }
}
