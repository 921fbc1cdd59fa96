public import Blockchain
import Models
public import Presentation

extension TextLayout {
    /// What became of assets whose chains were asked.
    public func lines(sync readings: [ChainReading]) -> [String] {
        var table = TextTable([
            .init("ASSET", isFlexible: true), .init("CHAIN", rank: 3), .init("BALANCE", .right),
            .init("CHANGE", .right, rank: 1),
            .init("READ FROM", rank: 2),
        ])
        for reading in readings {
            let chain = reading.asset.chain.flatMap { Chain(id: $0) }?.name ?? reading.asset.chain ?? ""
            let balance = reading.amount.map { TextTable.Cell(style.amount($0), .strong) }
            let provider = (try? reading.result.get()).map {
                $0.isSubstitute
                    ? "\($0.provider) (substitute)"
                    : reading.isKept ? "known since \(text(time: $0.time))" : $0.provider
            }
            table.add([
                .init(reading.asset.name), .init(chain), balance ?? .init("not read", .attention),
                .init(text(change: reading.change)),
                .init(provider ?? ""),
            ])
        }
        let failures = readings.compactMap { reading in
            reading.reason.map { Unavailable(item: reading.asset.name, reason: $0) }
        }
        return table.lines(width: width, style: style) + gaps(failures)
    }
}
