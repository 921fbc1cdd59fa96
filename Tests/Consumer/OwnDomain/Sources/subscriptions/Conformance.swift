import ArgumentParser
import CommandSupport
import Foundation
import Models
import Persistence
import PersistenceSQLite
import Presentation
import StoreConformance

/// Tries on both stores what every kind of thing is promised.
struct Conformance: ProgramCommand {
    static let configuration = CommandConfiguration(abstract: "Tries the kind on both stores.", shouldDisplay: false)

    @OptionGroup var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let account = Asset(id: UUID(), name: "Account", currency: try Currency(code: "EUR"))
        let things = try ["Gym", "Paper", "Phone"].map { name in
            Subscription(
                id: UUID(), name: name, cost: try Money("9.90", account.currency), dates: [context.today],
                assetID: account.id)
        }
        let trial = StoreConformance(
            things,
            edited: { thing in
                var thing = thing
                thing.dates = []
                return thing
            },
            prepare: { try $0.insert(account) }, deleteReferenced: { try $0.delete(account) })
        try await trial.check(MemoryStore())
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let now = context.now
        let store = try SQLiteStore(
            path: folder.appending(path: "store.sqlite").path,
            kinds: EntityKind.shared + SubscriptionPlugin().manifest.kinds, now: { now })
        try await trial.check(store)
        try store.close()
        return Answer(
            Document(SubscriptionDocuments.conformance, true, asOf: context.today), lines: ["Kept."])
    }
}
