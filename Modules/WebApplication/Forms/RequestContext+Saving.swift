import CommandSupport
public import Foundation
import HTTPTypes
import Persistence
import PluginKit
import Presentation
public import Values
import WebAccess
public import WebPages

extension RequestContext {
    /// The fields of the form that was sent.
    public var typed: [String: String] { request.form ?? [:] }

    /// The number of the journal's newest entry when the form was made.
    ///
    /// - Throws: ``WebProblem/form``.
    package var formEntry: Int {
        get throws {
            guard let entry = typed["entry"].flatMap(Int.init), entry >= 0 else { throw WebProblem.form }
            return entry
        }
    }

    /// The idempotency key of the form, by which it is recognised when it is sent again.
    private var idempotencyKey: String {
        get throws {
            guard let key = typed["once"], (16...100).contains(key.utf8.count) else { throw WebProblem.form }
            return key
        }
    }

    /// The fingerprint of the form, to tell it from another one that was sent from the same page.
    private var fingerprint: String {
        let fields = typed.filter { !["csrf", "once"].contains($0.key) }.sorted { $0.key < $1.key }
        // No field has the character between them.
        return Secret.kept(fields.map { "\($0.key)\0\($0.value)" }.joined(separator: "\0"))
    }

    /// Whether a form is to be tried out only.
    public var isTrying: Bool { typed["act"] == "try" }

    /// Carries out what a form asks for, once, and goes on to a page that says so.
    ///
    /// - Parameters:
    ///   - command: what is done, in words for the history.
    ///   - expectedVersion: the version of the thing that the form was made from; nil where any version will do.
    ///   - path: the page that it goes on to, unless something new has a page of its own.
    ///   - body: the use case, whose warnings are kept and shown on the next page.
    /// - Throws: ``WebProblem``, what `body` throws.
    public func save<Value>(
        _ command: String, expectedVersion: Call.ExpectedVersion? = nil, then path: String,
        _ body: (WebServices, Call) async throws -> Outcome<Value>
    ) async throws -> WebResponse {
        // A page of another day shows what was or will be; what is written counts from now on.
        guard try day == nil, !app.program.isAsOf else { throw WebProblem.otherDay }
        let services = try await app.host.services().displaying(try display)
        let idempotencyKey = try idempotencyKey
        var call = call(command)
        if let answer = try await replayed(then: path) { return answer }
        if !entered.issues.isEmpty { throw try await refusal(of: entered) { try await body(services, $0) } }
        (call.idempotencyKey, call.fingerprint, call.expectedVersion) = (idempotencyKey, fingerprint, expectedVersion)
        do {
            let outcome = try await body(services, call)
            // The form was saved, so a store that is locked now fails nothing.
            try? await services.store.keep(outcome.warnings.map { $0.worded(by: app.remedies) }, of: call)
            return try await replayed(then: path) ?? redirectAfterSaving(to: path, nil)
        } catch StoreError.alreadyDone {
            // The same form at the same moment.
            return try await replayed(then: path) ?? redirectAfterSaving(to: path, nil)
        }
    }

    /// The error for numbers that can be read in two ways, with everything else that is wrong with the form: the use case is tried
    /// out, and nothing is written.
    private func refusal<Value>(
        of entered: EnteredFields, _ body: (Call) async throws -> Outcome<Value>
    ) async throws -> any Error {
        var trial = call("")
        trial.isDryRun = true
        do {
            _ = try await body(trial)
        } catch let problem as any Problem {
            guard problem.kind == .usage || problem.kind == .refused else { return problem }
            return entered.refusal(beside: problem) ?? problem
        }
        return entered.refusal() ?? WebProblem.form
    }

    /// The response to a form that was sent before; nil for a new one. It is looked for before anything else: what
    /// the form is about may be gone by its own doing. Where it says something else by now, its sender is asked.
    ///
    /// - Parameter path: where it went on to, unless to what it made.
    package func replayed(then path: String) async throws -> WebResponse? {
        let (services, idempotencyKey) = (try await app.host.services(), try idempotencyKey)
        let things = app.sections.flatMap(\.things)
        let found = try await services.store.read { reader in
            try Receipt.of(idempotencyKey, in: reader).map { receipt in
                let heads = try reader.journalHeads(of: nil, from: receipt.entry, limit: receipt.madeEntry ? 1 : 0)
                return (
                    receipt: receipt, head: heads.first,
                    path: try heads.first.flatMap { try reader.pathOfNew(in: $0, among: things) }
                )
            }
        }
        guard let found else { return nil }
        guard found.receipt.contents == fingerprint else { return try await sentBefore(found.head, services) }
        return try redirectAfterSaving(to: found.path ?? path, found.receipt)
    }

    /// The answer to a form that was carried out before, with something else in it.
    private func sentBefore(_ entry: JournalEntry.Head?, _ services: WebServices) async throws -> WebResponse {
        var done = HTML.nothing
        if let entry {
            let history = try await services.store.read {
                try HistoryEntry(entry, most: PageStyle.mostCountedChanges, in: $0)
            }
            done = .group([.text(": "), style.sentence(history)])
        }
        var fields = typed
        fields["once"] = Secret().text
        let page = Page.resubmit(
            "This form was sent before",
            .group([.text("It was carried out then"), done, .text(". What you typed since was not.")]), target, fields,
            secret: secretFields, csrf: session?.session.csrf ?? "", send: "Carry this out, too")
        return .html(frame(nil, nil).text(page), .conflict)
    }

    /// Somewhere else, where the change is named.
    private func redirectAfterSaving(to path: String, _ receipt: Receipt?) throws -> WebResponse {
        let query =
            try (display.map { ["display=\($0.description.urlEscaped)"] } ?? [])
            + ["done=\(receipt.flatMap { $0.madeEntry ? $0.entry : nil } ?? 0)"]
        return redirect(to: "\(path)\(path.contains("?") ? "&" : "?")\(query.joined(separator: "&"))")
    }

    /// Carries out what a form asks for. What is wrong with what was typed comes back with the form, at its fields.
    ///
    /// - Parameters:
    ///   - command: what is done, in words for the history.
    ///   - expectedVersion: the version of the thing that the form was made from; nil where any version will do.
    ///   - path: the page that it goes on to, unless something new has a page of its own.
    ///   - field: the field that a problem is shown at which names none; with ``RequestReader`` a use case names them.
    ///   - prefix: what the ids of the fields begin with: the prefix of the ``FormFields`` that the page shows first.
    ///   - body: the use case, whose warnings are kept and shown on the next page.
    ///   - redisplay: the page with the form, for what was refused.
    /// - Throws: ``WebProblem``, what `body` throws that is not about what was typed.
    public func saveForm<Value>(
        _ command: String, expectedVersion: Call.ExpectedVersion? = nil, then path: String, field: String,
        prefix: String,
        _ body: (WebServices, Call) async throws -> Outcome<Value>,
        redisplay: @escaping @Sendable (FigureSnapshot, FormFields, PageStyle) async throws -> Page
    ) async throws -> WebResponse {
        do {
            return try await save(command, expectedVersion: expectedVersion, then: path, body)
        } catch let problem as any Problem {
            let fields = FormFields(entered.values, issues: issues(of: problem, at: field), prefix: prefix)
            return try await refused(problem, fields, madeFrom: try formEntry, redisplay: redisplay)
        }
    }

    /// A form that was refused, with all that was typed. It is still of what it was made from, so that nothing that others changed
    /// since is written over when it is sent again; after a conflict its reader has seen what is there now.
    ///
    /// - Throws: the problem, where it is not about what was typed.
    package func refused(
        _ problem: any Problem, _ fields: FormFields, madeFrom entry: Int,
        redisplay: @escaping @Sendable (FigureSnapshot, FormFields, PageStyle) async throws -> Page
    ) async throws -> WebResponse {
        if let problem = problem as? WebProblem, problem != .stale { throw problem }
        if problem.kind == .missing { return notFound(problem) }
        let isConflict = problem.kind == .conflict
        guard isConflict || problem.kind == .usage || problem.kind == .refused else { throw problem }
        var answer: WebResponse
        do {
            answer = try await formPage(madeFrom: isConflict ? nil : entry) { set, style in
                (try await redisplay(set, fields, style), true)
            }
        } catch let problem as LookupError {
            return notFound(problem)
        }
        if isConflict { answer.status = .conflict }
        return answer
    }

    /// The answer to a form about something that was deleted meanwhile: what was typed can still be read.
    package func notFound(_ problem: any Problem) -> WebResponse {
        .html(frame(nil, nil).text(Page.notFound(style.message(problem.description), typed)), .notFound)
    }

    /// The figures that the page of a form showed: what is worked out again is written only where it is what was seen.
    ///
    /// - Throws: ``WebProblem/stale`` when there are others by now.
    package func shownFigures() async throws -> FigureSnapshot {
        let set = try await app.figureCache.with(display: try display) { $0 }
        guard set.id == typed["set"] else { throw WebProblem.stale }
        return set
    }

    /// The notices above a page: that rates are being fetched, and the change that led to it with its warnings, without those that
    /// the page shows itself.
    package func note(_ set: FigureSnapshot, above page: Page) async throws -> HTML {
        .group([set.isProvisional ? Page.fetching : .nothing, try await changeNote(set, above: page)])
    }

    private func changeNote(_ set: FigureSnapshot, above page: Page) async throws -> HTML {
        guard let number = query["done"].flatMap(Int.init), number >= 0 else { return .nothing }
        guard number > 0 else {
            return .notice(.info, [HTML("p", [.init("role", "status")], text: "There was nothing to change.")])
        }
        let entry = try await set.reading.store.read { reader in
            try reader.journalHeads(of: nil, from: number, limit: 1).first.map {
                try HistoryEntry($0, most: PageStyle.mostCountedChanges, in: reader)
            }
        }
        guard let entry, entry.head.number == number else { return .nothing }
        let style = style(set)
        let done = style.done(entry, next: try await set.reading.history.next())
        let warnings = try await set.reading.store.read { try Receipt.warnings(ofEntry: number, in: $0) }
        let content = warnings.isEmpty ? "" : page.content.text
        let missing = warnings.filter { !content.contains(style.linkedMessage($0.message).text) }
        return .group([done, style.warnings(missing, tone: .attention)])
    }
}

extension RequestContext {
    /// The id of what was chosen or named in a field.
    ///
    /// - Throws: ``ValidationError`` at the field where there is no such thing: it may have been deleted meanwhile.
    public func chosen(_ field: String, _ find: (String) async throws -> UUID) async throws -> String {
        do { return try await find(typed[field] ?? "").uuidString } catch let problem as LookupError {
            let issue = ValidationIssue(code: problem.code, field: field, message: problem.description)
            throw ValidationError([issue]) ?? problem
        }
    }

    /// The issues of a problem, at their fields.
    package func issues(of problem: any Problem, at field: String) -> [ValidationIssue] {
        let issues =
            problem.details.isEmpty
            ? [ValidationIssue(code: problem.code, field: problem.field ?? field, message: problem.description)]
            : problem.details
        let style = style
        let advice = issues.count == 1 ? app.remedies.sentence(for: problem.remedy) : nil
        return issues.map { issue in
            let worded = EnteredFields.worded(issue, style.typed, style.numbers)
            let message = [worded.message, advice].compactMap(\.self).joined(separator: " ")
            return ValidationIssue(code: issue.code, field: issue.field, message: style.message(message))
        }
    }
}

extension StoreReader {
    /// The page of the thing that an entry of the journal made; nil when it made none, or several.
    fileprivate func pathOfNew(in entry: JournalEntry.Head, among things: [VersionedThing]) throws -> String? {
        // An undo of a deletion makes nothing new.
        guard entry.undoes == nil else { return nil }
        var (path, count): (String?, Int) = (nil, 0)
        _ = try forEachChange(ofEntry: entry.number) { change in
            guard change.before == nil, case .text(let id) = change.key.cells.first,
                let thing = things.first(where: { $0.kind == change.key.kind && $0.page != nil })
            else { return true }
            path = thing.page.map { $0 + id.lowercased() }
            count += 1
            return count < 2
        }
        return count == 1 ? path : nil
    }
}
