import Allocation
import Foundation
import Models
import Persistence
import TestSupport

@testable import FileFormats
@testable import Interchange

/// A store into which texts are imported as files, and what is there afterwards in short lines.
struct ImportBench: Sendable {
    let store = MemoryStore()
    var today = "2026-07-01"

    /// Imports a text.
    @discardableResult
    func imports(
        _ text: String, as name: String = "file.csv", to asset: String? = nil, _ currency: String? = nil,
        isDryRun: Bool = false, _ change: (inout ImportRequest) -> Void = { _ in }
    ) async throws -> Outcome<ImportReport> {
        try await imports(Data(text.utf8), as: name, to: asset, currency, isDryRun: isDryRun, change)
    }

    @discardableResult
    func imports(
        _ data: Data, as name: String, to asset: String? = nil, _ currency: String? = nil, isDryRun: Bool = false,
        zone: String? = nil, _ change: (inout ImportRequest) -> Void = { _ in }
    ) async throws -> Outcome<ImportReport> {
        let folder = FileManager.default.temporaryDirectory.appending(path: "import-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: name)
        try data.write(to: path)
        var request = ImportRequest(path: path.path)
        (request.asset, request.currency) = (asset, currency)
        change(&request)
        var call = try call(today)
        call.isDryRun = isDryRun
        if let zone, let known = TimeZone(identifier: zone) { call.zone = known }
        return try await ImportService(store: store).importTransactions(request, call)
    }

    /// What stopped an import; nil if nothing did.
    func problem(
        _ text: String, as name: String = "file.csv", to asset: String? = nil, _ currency: String? = nil,
        _ change: (inout ImportRequest) -> Void = { _ in }
    ) async throws -> ImportError? {
        do {
            try await imports(text, as: name, to: asset, currency, change)
            return nil
        } catch let error as ImportError { return error }
    }

    /// The topics of the questions that stopped an import; nil if none did.
    func questions(
        _ text: String, as name: String = "file.csv", to asset: String? = nil, _ currency: String? = nil,
        _ change: (inout ImportRequest) -> Void = { _ in }
    ) async throws -> [ImportQuestion.Topic]? {
        guard case .questions(let questions) = try await problem(text, as: name, to: asset, currency, change) else {
            return nil
        }
        return questions.map(\.topic)
    }

    /// `Savings 65.00 EUR` for each asset.
    var balances: [String] {
        get async throws {
            try await store.read { reader in
                let sums = try reader.balances(on: [try day("9999-12-31")])
                return try reader.all(Asset.self).sorted { $0.name < $1.name }.map {
                    "\($0.name) \(sums[$0.id]?.first ?? .zero($0.currency))"
                }
            }
        }
    }

    /// `2026-03-05 -12.40` for each transaction, with its kind where that is another than usual.
    var movements: [String] {
        get async throws {
            try await store.read { reader in
                try reader.all(Transaction.self).map {
                    "\($0.day) \($0.amount.amountText)" + ($0.kind == .manual ? "" : " \($0.kind.rawValue)")
                }
            }
        }
    }
}
