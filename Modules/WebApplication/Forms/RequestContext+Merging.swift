import CommandSupport
import Foundation
import HTTPTypes
import Persistence
public import Values
public import WebPages

extension RequestContext {
    /// Keeps an edit of a thing. What others changed meanwhile in other fields stays; what they changed in the same ones is asked
    /// about.
    ///
    /// - Parameters:
    ///   - word: the command that does the same.
    ///   - path: where it goes on to.
    ///   - values: the thing as the form shows it.
    ///   - together: fields that mean something only together.
    ///   - field: the field that a problem is shown at which names none.
    ///   - body: writes the fields that differ.
    ///   - redisplay: the page with the form; the text says who changed the thing.
    ///   - deleted: the response where the thing was deleted meanwhile; nil for that it is not there, with what was typed.
    public func saveMerged<E: Entity, Value>(
        _ type: E.Type, _ word: String, then path: String, values: @Sendable (E) -> [String: String],
        together: [[String]] = [], field: String = "name",
        _ body: @Sendable (WebServices, E, [String: String], Call) async throws -> Outcome<Value>,
        redisplay: @escaping @Sendable (FigureSnapshot, E, FormFields, String, PageStyle) async throws -> Page,
        deleted: ((String) async throws -> WebResponse)? = nil
    ) async throws -> WebResponse {
        if let answer = try await replayed(then: path) { return answer }
        let formEntry = try formEntry
        guard let id = UUID(uuidString: self["id"]) else { throw WebProblem.page }
        let key = EntityKey(type, id)
        let services = try await app.host.services()
        for _ in 0..<5 {
            let (current, began, newest, last) = try await services.store.read { reader in
                let changes = try reader.changes(since: Call.ExpectedVersion(key, entry: formEntry))
                let current = try reader.record(key)
                return (
                    try current?.value(type), try (changes.first?.change.before ?? current)?.value(type),
                    try reader.newestNumber(), changes.last?.entry
                )
            }
            guard let current, let began else {
                if let deleted, let last { return try await deleted(who(last)) }
                return self.notFound(LookupError.unknown(kind: key.kind, name: self["id"], nearest: nil))
            }
            let entered = entered
            let merge = FieldMerge(
                began: values(began), now: values(current), typed: entered.values, together: together)
            if isTrying || !merge.conflicts.isEmpty {
                let fields = FormFields(merge.merged, merge: merge, prefix: "edit")
                var answer = try await formPage(madeFrom: newest) { set, style in
                    (try await redisplay(set, current, fields, who(last), style), false)
                }
                if !merge.conflicts.isEmpty { answer.status = .conflict }
                return answer
            }
            let changes = merge.changes
            do {
                return try await save(
                    "\(word) \(current.title)", expectedVersion: Call.ExpectedVersion(key, entry: newest), then: path
                ) { services, call in
                    try await body(services, current, changes, call)
                }
            } catch StoreError.changedUnderneath {
                continue
            } catch let problem as any Problem {
                let fields = FormFields(merge.merged, issues: issues(of: problem, at: field), prefix: "edit")
                return try await refused(problem, fields, madeFrom: newest) { set, fields, style in
                    try await redisplay(set, current, fields, "", style)
                }
            }
        }
        throw StoreError.busy(at: services.store.location, seconds: 0, holder: nil)
    }

    /// The maker of an entry, where it is known, and its time.
    private func who(_ entry: JournalEntry.Head?) -> String {
        guard let entry else { return "" }
        return [entry.origin.person, style.clock(entry.origin.instant)].compactMap(\.self).joined(separator: ", ")
    }
}

extension Entity {
    /// The name that people use; empty without one.
    fileprivate var title: String { Record(self).fields.first { $0.name == "name" }?.text ?? "" }
}
