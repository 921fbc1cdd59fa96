import Models

/// The transactions of a journal that are about assets, and what it keeps of a household that wrote it.
struct JournalTransactions {
    private static let roots: Set<String> = ["assets", "asset"]

    private let dialect: JournalDialect
    /// The account that is read, with those below it; nil for all assets.
    private let account: String?
    private(set) var rows: [ReadRow] = []
    /// The household that wrote the journal; nothing for any other journal.
    private(set) var records: [Record] = []
    /// Lines that say nothing of what is there.
    private(set) var skipped: [(line: Int, what: String)] = []
    /// What stands at the top of the accounts that are not read.
    private(set) var unread: Set<String> = []
    private var tags: [JournalTag] = []
    /// Whose accounts these are in a journal of ours.
    private var owners: [String: Asset] = [:]
    private var symbols: [Asset.ID: String] = [:]
    private var isOwn: [String: Bool] = [:]
    private var places: [String: String] = [:]

    /// - Throws: ``ImportError`` when the file cannot be read.
    init(_ file: TextFile, _ dialect: JournalDialect, account: String?) throws {
        self.dialect = dialect
        self.account = account
        try JournalReader(file: file, dialect: dialect).read { item in
            switch item {
            case .transaction(let transaction):
                if !tags.isEmpty { readTags() }
                note(transaction)
            case .tag(let tag): append(tag, to: &tags)
            case .skipped(let line, let what): skipped.append((line, what))
            case .refused(let row): rows.append(.failure(row))
            case .balance: break
            }
        }
        readTags()
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

    private mutating func note(_ transaction: JournalTransaction) {
        var own: [JournalTransaction.Posting] = []
        // What only states a balance says nothing of its own.
        for posting in transaction.postings where isRead(posting.account) {
            if !posting.amount.isZero || posting.assertion == nil { own.append(posting) }
        }
        guard !own.isEmpty else { return }
        var tags: [JournalTag] = []
        for tag in transaction.tags { append(tag, to: &tags) }
        let details = tags.first { $0.name == "transaction" }?.details
        var note: String? = transaction.description
        if let tag = tags.first(where: { $0.name == "note" }) { note = tag.text }
        if note?.isEmpty == true { note = nil }
        let isOpening = transaction.isOpening
        for posting in own {
            let symbol = JournalCommodities.symbol(posting.amount.currency)
            let owner = owners[posting.account].flatMap { symbols[$0.id] == symbol ? $0 : nil }
            // A symbol alone does not tell a token.
            let currency = owner?.currency.encoded ?? (symbol.isEmpty ? nil : NumberText.symbols[symbol] ?? symbol)
            rows.append(
                .success(
                    ImportedRow(
                        line: posting.line, account: owner?.name ?? places[posting.account],
                        assetID: owner?.id, currency: currency, day: posting.day ?? transaction.day,
                        amount: posting.amount.amountText, isExact: true,
                        sign: currency.flatMap { $0.allSatisfy(\.isCurrencySymbol) ? $0 : nil }, note: note,
                        isOpening: isOpening, details: own.count == 1 && owner != nil ? details : nil)))
        }
    }

    // MARK: - A household that wrote it

    private mutating func readTags() {
        defer { tags = [] }
        for tag in tags {
            guard let kind = JournalTag.kinds.first(where: { $0.description.kind == tag.name }) else { continue }
            guard let record = tag.record(kind) else {
                rows.append(
                    .failure(UnreadableRow(line: tag.line, reason: "the \(tag.name) that is kept here is damaged")))
                continue
            }
            records.append(record)
        }
        let assets = records.compactMap { try? $0.value(Asset.self) }
        let writer = JournalWriter(dialect, assets)
        for asset in assets {
            owners[writer.accounts[asset.id] ?? ""] = asset
            symbols[asset.id] = writer.symbol(asset.currency)
        }
    }
}
