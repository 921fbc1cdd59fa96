import FileFormats
import Models
import Persistence

/// The transactions of a journal that are about assets, and what it keeps of a household that wrote it.
struct JournalTransactions {
    private static let roots: Set<String> = ["assets", "asset"]

    private let dialect: JournalDialect
    /// The account that is read, with those below it; nil for all assets.
    private let account: String?
    private let file: TextFile
    /// The household that wrote the journal; nothing for any other journal.
    private(set) var records: [Record] = []
    /// Lines that say nothing of what is there.
    private(set) var skipped: [(line: Int, what: String)] = []
    /// What stands at the top of the accounts that are not read.
    private(set) var unread: Set<String> = []
    /// Lines whose stated balances are wrong, which a reading that checks them finds.
    private(set) var wrongBalances: [UnreadableRow] = []
    private var tags: [JournalTag] = []
    /// Whose accounts these are in a journal of ours.
    private var owners: [String: Asset] = [:]
    private var symbols: [Asset.ID: String] = [:]
    private var isOwn: [String: Bool] = [:]
    private var places: [String: String] = [:]
    private var units: [String: Unit] = [:]

    init(_ file: TextFile, _ dialect: JournalDialect, account: String?) {
        self.file = file
        self.dialect = dialect
        self.account = account
    }

    /// Hands on each posting of an account that is read, and each line that is not understood.
    ///
    /// - Parameter isChecked: whether the journal was read before and its stated balances are right.
    /// - Throws: ``ImportError`` when the file cannot be read, and what `body` throws.
    mutating func read(isChecked: Bool = false, _ body: (ReadRow) throws -> Void) throws {
        wrongBalances = try JournalReader(file: file, dialect: dialect).read(isChecked: isChecked) { item in
            switch item {
            case .transaction(let transaction):
                if !tags.isEmpty { try readTags(body) }
                try note(transaction, body)
            case .tag(let tag): append(tag, to: &tags)
            case .skipped(let line, let what): skipped.append((line, what))
            case .refused(let row): try body(.failure(row))
            case .balance: break
            }
        }
        try readTags(body)
    }

    private func append(_ tag: JournalTag, to tags: inout [JournalTag]) {
        if tag.name == JournalTag.more, !tags.isEmpty {
            tags[tags.count - 1].value += tag.value
        } else {
            tags.append(tag)
        }
    }

    /// Whether an account is one of those that are read.
    private mutating func isRead(_ name: String) -> Bool {
        if let known = isOwn[name] { return known }
        let root = String(name.prefix { $0 != ":" })
        let isRead =
            account.map { name == $0 || name.hasPrefix($0 + ":") } ?? Self.roots.contains(root.lowercased())
        if !isRead { unread.insert(root) }
        isOwn[name] = isRead
        // Without the root, which all assets have.
        places[name] = name == root ? name : String(name.dropFirst(root.count + 1))
        return isRead
    }

    /// What a symbol says of a row's currency.
    private struct Unit {
        let currency: String?
        /// The same, where it is a sign that several currencies have.
        let sign: String?

        init(_ currency: String?) {
            self.currency = currency
            sign = currency.flatMap { $0.allSatisfy(\.isCurrencySymbol) ? $0 : nil }
        }
    }

    private mutating func unit(_ symbol: String) -> Unit {
        if let known = units[symbol] { return known }
        let unit = Unit(symbol.isEmpty ? nil : NumberText.symbols[symbol] ?? symbol)
        units[symbol] = unit
        return unit
    }

    private mutating func note(_ transaction: JournalTransaction, _ body: (ReadRow) throws -> Void) throws {
        var own: [JournalTransaction.Posting] = []
        // What only states a balance says nothing of its own.
        for posting in transaction.postings where isRead(posting.account) {
            if !posting.amount.isZero || posting.assertion == nil { own.append(posting) }
        }
        guard !own.isEmpty else { return }
        var tags: [JournalTag] = []
        for tag in transaction.tags { append(tag, to: &tags) }
        var note: String? = transaction.description
        if let tag = tags.first(where: { $0.name == "note" }) { note = tag.text }
        if note?.isEmpty == true { note = nil }
        let isOpening = transaction.isOpening
        for posting in own {
            let symbol = JournalCommodities.symbol(posting.amount.currency)
            let owner = owners[posting.account].flatMap { symbols[$0.id] == symbol ? $0 : nil }
            // A symbol alone does not tell a token.
            let unit = owner.map { Unit($0.currency.encoded) } ?? unit(symbol)
            try body(
                .success(
                    ImportedRow(
                        line: posting.line, account: owner?.name ?? places[posting.account],
                        assetID: owner?.id, currency: unit.currency, day: posting.day ?? transaction.day,
                        amount: .number(posting.amount),
                        sign: unit.sign, note: note,
                        isOpening: isOpening, tags: own.count == 1 && owner != nil ? tags : [])))
        }
    }

    // MARK: - A household that wrote it

    private mutating func readTags(_ body: (ReadRow) throws -> Void) throws {
        defer { tags = [] }
        for tag in tags {
            guard let kind = JournalTag.kinds.first(where: { $0.description.kind == tag.name }) else { continue }
            guard let record = tag.record(kind) else {
                try body(
                    .failure(UnreadableRow(line: tag.line, reason: "the \(tag.name) that is kept here is damaged")))
                continue
            }
            records.append(record)
        }
        // As the writer had them: which of two equal names has a number follows from their order.
        let description = Asset.declaration.description
        let assets = records.filter { $0.kind.description.kind == description.kind }
            .sorted { $0.cells.precedes($1.cells, by: description.orderPositions) }.compactMap {
                try? $0.value(Asset.self)
            }
        let writer = JournalWriter(dialect, assets)
        for asset in assets {
            owners[writer.accounts[asset.id] ?? ""] = asset
            symbols[asset.id] = writer.symbol(asset.currency)
        }
    }
}
