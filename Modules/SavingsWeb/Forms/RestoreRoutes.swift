import Foundation
import HTTPTypes
import Persistence
import SavingsPages
import Values
import WebApplication
import WebPages

extension Section {
    /// Backups that are restored: one request brings the file, one shows what would change, one changes it.
    static let restoreRoutes: [Route] = [
        Route(.post, "/data/restore", .owner, "Takes a backup to be restored", takesUpload: true) { context in
            let upload = try context.upload
            return context.redirect(to: "/data/restore/\(upload.id)")
        },
        Route(.get, "/data/restore/{upload}", .owner, "What a backup holds") { context in
            let upload = try await context.upload(context["upload"])
            return try await context.formPage { set, style in
                try await context.restorePage(upload, set, FormFields(prefix: "restore"), nil, style)
            }
        },
        Route(.post, "/data/restore/{upload}", .owner, "Restores a backup") { context in
            if let done = try await context.replayed(then: "/data") { return done }
            let upload = try await context.upload(context["upload"])
            let typed = context.typed["passphrase"].flatMap { $0.isEmpty ? nil : $0 }
            if context.isTrying {
                return try await context.formPage { set, style in
                    try await context.restorePage(upload, set, FormFields(prefix: "restore"), typed, style)
                }
            }
            let formEntry = try context.formEntry
            return try await context.saveForm(
                "restore \(upload.name.printable)", then: "/data", field: "passphrase", prefix: "restore"
            ) { services, call in
                let outcome = try await context.restores(services).restore(
                    from: upload.path, named: upload.name, passphrase: typed, since: formEntry, call)
                if !call.isDryRun { await context.delete(upload) }
                return outcome
            } redisplay: { set, fields, style in
                try await context.restorePage(upload, set, fields, nil, style).0
            }
        },
    ]
}

extension RequestContext {
    /// Restores of the store.
    ///
    /// - Throws: ``WebProblem/sample`` for sample data.
    fileprivate func restores(_ services: WebServices) throws -> ContentRestoreService {
        guard let backups = try services.savings.backups.get() else { throw WebProblem.sample }
        return ContentRestoreService(store: services.store, backups: backups, permissions: services.permissions)
    }

    /// The page with what a restore would change; what keeps the backup from being read stands above it.
    fileprivate func restorePage(
        _ upload: Upload, _ set: FigureSnapshot, _ fields: FormFields, _ passphrase: String?, _ style: PageStyle
    ) async throws -> (Page, hasFaults: Bool) {
        // The differences are from the state whose entry the form carries.
        let restores = try restores(try await set.reading)
        let isEncrypted = restores.isEncrypted(upload.path)
        var (found, fields): (ContentRestoreService.Result?, FormFields) = (nil, fields)
        if !isEncrypted || passphrase != nil || isTrying {
            do {
                found = try await restores.preview(
                    of: upload.path, named: upload.name, passphrase: passphrase)
            } catch let problem as any Problem where !fields.issues.isEmpty || problem.isOfBackup {
                // The page that comes back after a refusal says why it was refused.
                if fields.issues.isEmpty {
                    fields = FormFields(issues: issues(of: problem, at: "passphrase"), prefix: fields.prefix)
                }
            }
        }
        let page = Page.restore(
            upload.name, at: "/data/restore/\(upload.id)", isEncrypted: isEncrypted, found, fields, style)
        return (page, !fields.issues.isEmpty)
    }
}

extension Problem {
    /// Whether the file that was sent is what is wrong, and not the place where things are kept.
    fileprivate var isOfBackup: Bool {
        if case StoreError.unusable? = self as? StoreError { return true }
        return self is BackupError || kind == .usage || kind == .refused
    }
}
