import FileFormats
import Foundation
import HTTPTypes
import Interchange
import Models
import Persistence
import SavingsPages
import WebApplication
import WebPages

extension Section {
    /// Files of transactions: one request brings the file, one shows its rows, one enters them.
    static let importRoutes: [Route] = [
        Route(.get, "/assets/import", .reader, "A file to be imported") { context in
            let most = context.mostUploadMegabytes
            return try await context.page(needsFigures: false) { set, style in
                Page.importFile(try await set.assetNames(), most: most, FormFields(prefix: "import"), style)
            }
        },
        Route(.post, "/assets/import", .owner, "Takes a file to be imported", takesUpload: true) { context in
            let upload = try context.upload
            let query = ["asset", "currency"].compactMap { name in
                context.typed[name].flatMap { $0.isEmpty ? nil : "\(name)=\($0.urlEscaped)" }
            }
            return context.redirect(to: "/assets/import/\(upload.id)?\(query.joined(separator: "&"))")
        },
        Route(.get, "/assets/import/{upload}", .owner, "The rows of a file") { context in
            let upload = try await context.upload(context["upload"])
            return try await context.formPage { set, style in
                let fields = FormFields(context.query, prefix: "import")
                return try await context.importPage(upload, set, fields, style)
            }
        },
        Route(.post, "/assets/import/{upload}", .owner, "Enters the rows of a file") { context in
            let typed = context.typed
            if let done = try await context.replayed(then: "/assets") { return done }
            let upload = try await context.upload(context["upload"])
            return try await context.saveForm(
                "import \(upload.name.printable)", then: "/assets", field: "file", prefix: "import"
            ) { services, call in
                let savings = try services.savings
                let outcome: Outcome<Void>
                if ArchiveService.isArchive(upload.path) {
                    let done = try await savings.archives.importArchive(upload.path, call)
                    outcome = Outcome((), warnings: done.warnings)
                } else {
                    var request = ImportForm.request(typed, path: upload.path, name: upload.name)
                    request.listsRows = false
                    let done = try await savings.imports.importTransactions(request, call)
                    outcome = Outcome((), warnings: done.warnings)
                }
                if !call.isDryRun { await context.delete(upload) }
                return outcome
            } redisplay: { set, fields, style in
                try await context.importPage(upload, set, fields, style).0
            }
        },
    ]
}

extension RequestContext {
    /// The page with the rows of a file; what keeps it from being read stands above the form.
    fileprivate func importPage(
        _ upload: Upload, _ set: FigureSnapshot, _ fields: FormFields, _ style: PageStyle
    ) async throws -> (Page, hasFaults: Bool) {
        // A dry run is the write itself, which a state of the past cannot be.
        let (path, savings) = ("/assets/import/\(upload.id)", try set.services.savings)
        var call = set.call
        call.isDryRun = true
        var fields = fields
        var found: Outcome<ImportReport>?
        do {
            if ArchiveService.isArchive(upload.path) {
                let kinds = try await savings.archives.importArchive(upload.path, call).value
                return (Page.importArchive(upload.name, at: path, kinds, fields, style), !fields.issues.isEmpty)
            }
            do {
                found = try await savings.imports.importTransactions(
                    ImportForm.request(fields.values, path: upload.path, name: upload.name), call)
            } catch ImportError.notText where fields.values["encoding", default: ""].isEmpty {
                // A file of one byte for each character names its encoding nowhere, and nearly all are of Windows: its reader
                // sees the letters before anything is entered.
                let values = fields.values.merging(["encoding": TextEncoding.latin1.rawValue]) { $1 }
                let request = ImportForm.request(values, path: upload.path, name: upload.name)
                let read = try await savings.imports.importTransactions(request, call)
                fields = FormFields(values, issues: fields.issues, prefix: fields.prefix)
                let warning = Warning(
                    code: "importReadAsLatin1",
                    message: "The file is not in UTF-8: it is read in the encoding of Windows (latin1). "
                        + "Look whether the letters are right, or choose another encoding below.")
                found = Outcome(read.value, warnings: read.warnings + [warning], isComplete: read.isComplete)
            }
        } catch let problem as any Problem where problem.kind != .outside && problem.kind != .damaged {
            if fields.issues.isEmpty {
                fields = try await openFields(fields, problem, upload, savings, set, call)
            }
        }
        let mappings = try await set.reading.store.read { try $0.all(SavedMapping.self).map(\.name) }
        let page = Page.importPreview(
            upload.name, at: path, found?.value, warnings: found?.warnings ?? [], assets: try await set.assetNames(),
            mappings: mappings, page: number("page"), fields, style)
        return (page, !fields.issues.isEmpty)
    }
}

extension RequestContext {
    /// The fields with everything that a file leaves open: after each answer that is missing, the rest is looked at with another in its
    /// place, so that all questions come at once.
    fileprivate func openFields(
        _ fields: FormFields, _ first: any Problem, _ upload: Upload, _ savings: SavingsServices,
        _ set: FigureSnapshot, _ call: Call
    ) async throws -> FormFields {
        let usual = try await usualCurrency(set).code
        var (values, tried, found) = (fields.values, fields.values, [ValidationIssue]())
        var problem: (any Problem)? = first
        var asked: Set<String> = []
        while let open = problem {
            let answer = (open as? ImportError).flatMap { ImportForm.missingAnswer($0, usual: usual) }
            guard let answer, asked.insert(answer.field).inserted else {
                // Further issues are looked at once these answers are given.
                if found.isEmpty { found = issues(of: open, at: "") }
                break
            }
            found.append(
                ValidationIssue(code: open.code, field: answer.field, message: style.message(open.description)))
            if answer.isProposed { values[answer.field] = answer.text }
            tried[answer.field] = answer.text
            do {
                let request = ImportForm.request(tried, path: upload.path, name: upload.name)
                _ = try await savings.imports.importTransactions(request, call)
                problem = nil
            } catch let next as any Problem where next.kind != .outside && next.kind != .damaged {
                problem = next
            }
        }
        return FormFields(values, issues: found, prefix: fields.prefix)
    }
}

extension FigureSnapshot {
    /// The names of all assets.
    fileprivate nonisolated func assetNames() async throws -> [String] {
        try await reading.store.read { try $0.all(Asset.self).map(\.name) }
    }
}
