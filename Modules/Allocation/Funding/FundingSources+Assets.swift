import Models

import struct Foundation.UUID

// The facts that sources know of an asset that is entered or changed.

extension FundingSources {
    /// An asset as the sources that answer for it want it kept.
    ///
    /// - Throws: Why one of them could never tell its balance, the store's error.
    func checked(_ asset: Asset, in reader: any EntityReader) throws -> Asset {
        try sources(of: asset).reduce(asset) { try $1.checked($0, in: reader) }
    }

    /// The currency of what a source means by a reference; nil where it does not know.
    ///
    /// - Throws: Why there is nothing of that name, the store's error.
    func currency(of reference: String, from source: String, in reader: any EntityReader) throws -> Currency? {
        try sources.first { $0.name == source }?.currency(of: reference, in: reader)
    }

    /// Refuses entries into an asset whose source keeps all of its money.
    func checkTakesEntries(_ asset: Asset) throws(AssetError) {
        try sources(of: asset).checkTakesEntries(asset)
    }

    /// Refuses a source that keeps all of an asset's money where the asset has transactions of its own, which would count besides.
    ///
    /// - Throws: ``AssetError/hasEntries(asset:source:)``, ``StoreError``.
    func checkHasNoEntries(_ asset: Asset, in reader: any EntityReader) throws {
        guard let source = sources(of: asset).first(where: { $0.remedyForEntries(into: asset) != nil }),
            try !reader.transactions(of: asset.id).isEmpty
        else { return }
        throw AssetError.hasEntries(asset: asset.name, source: source.name)
    }

    private func sources(of asset: Asset) -> [any FundingSource] { sources.answering(for: asset) }

    /// Whether references to a source name files of the machine that the program runs on.
    public func namesFiles(_ source: String) -> Bool { sources.contains { $0.name == source && $0.namesFiles } }

    /// The warnings about an asset that was entered or changed.
    func remarks(on asset: Asset) -> [Warning] { sources(of: asset).flatMap { $0.remarks(on: asset) } }

    /// Another asset whose balance is the same money; nil when there is none.
    func duplicate(of asset: Asset, among others: [Asset]) -> Asset? {
        let all = others.filter { $0.id != asset.id } + [asset]
        for source in sources(of: asset) {
            if let other = source.duplicates(among: all.filter(source.answers))[asset.id] { return other }
        }
        return nil
    }

    /// The names of the sources that an asset can name.
    var names: [String] {
        sources.filter { source in
            source.answers(for: Asset(id: UUID(), name: source.name, currency: .eur, source: source.name))
                && !source.answers(for: Asset(id: UUID(), name: source.name, currency: .eur))
        }.map(\.name).sorted()
    }
}

extension [any FundingSource] {
    /// Those that have a part in an asset's balance.
    func answering(for asset: Asset) -> [any FundingSource] { filter { $0.answers(for: asset) } }

    /// Refuses entries into an asset for which one of these sources keeps all of its money.
    func checkTakesEntries(_ asset: Asset) throws(AssetError) {
        for source in self {
            if let remedy = source.remedyForEntries(into: asset) {
                throw .takesNoEntries(asset: asset.name, source: source.name, remedy)
            }
        }
    }
}
