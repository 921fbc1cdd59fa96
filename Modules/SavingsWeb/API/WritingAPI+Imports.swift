import FileFormats
import Foundation
import HTTPTypes
import Interchange
import Models
import Presentation
import SavingsPages
import SavingsViews
import WebApplication
import WebPages

extension Section {
    private static let importMembers: [Route.Member] = [
        .init("upload", .text, "The id of the file that was uploaded.", isRequired: true),
        .init("asset", "The asset that the file is about, by name or id; a new name makes a new asset."),
        .init("currency", "The currency of rows that name none."),
        .init("columns", .textsByName, "The titles of columns by role, as in {\"date\": \"Booked\"}."),
        .init("map", "The name of saved columns."), .init("saveMap", "The name under which to save the columns."),
        .init("decimal", .choice(DecimalMark.allCases.map(\.rawValue)), "The mark before decimals."),
        .init("dates", .choice(DateOrder.allCases.map(\.rawValue)), "The order of day, month and year."),
        .init("encoding", .choice(TextEncoding.allCases.map(\.rawValue)), "The encoding of the file."),
        .init("out", .texts, "Words in the column of directions for what goes out."),
        .init("fees", .choice(ImportAnswers.Fees.allCases.map(\.rawValue)), "Whether amounts include fees."),
        .init("pending", .flag, "Whether pending rows are entered."),
        .init("skip", .texts, "Words of states whose rows are left out."),
        .init("century", .whole, "The first of the hundred years that years of two digits are of."),
        .init("ignoreBalances", .flag, "Whether balances in the file are not compared with its rows."),
        .init("link", .flag, "Whether rows are joined with what was entered by hand."),
        .init(
            "keepBalance", .flag, "Whether an asset keeps the balance it was entered with, which has older rows in it."),
    ]

    /// Imports of files that were uploaded before.
    static let importWrites: [Route] = [
        preview("/imports/preview", "What the transactions of a file would add", "import", importMembers) {
            context, members, set, _ in
            let upload = try await context.upload(members["upload"] ?? "")
            var call = set.call
            call.isDryRun = true
            let found = try await set.services.savings.imports.importTransactions(
                importRequest(members, of: upload), call)
            return Document(imported: found.value, warnings: found.warnings, asOf: set.key.today)
        },
        WritingOperation(
            method: .post, path: "/imports", members: importMembers, command: { _, _, _ in "import" },
            replay: { request, _ in
                // All its rows are there by now, which is what the same file gives again.
                let upload = try await request.context.upload(request.members["upload"] ?? "")
                var call = request.call
                (call.isDryRun, call.idempotencyKey) = (true, nil)
                let found = try await request.services.savings.imports.importTransactions(
                    importRequest(request.members, of: upload), call)
                return Document(imported: found.value, warnings: found.warnings, asOf: call.today)
            }
        ).route("Enters the transactions of a file as one change", "import") { request in
            let upload = try await request.context.upload(request.members["upload"] ?? "")
            let done = try await request.services.savings.imports.importTransactions(
                importRequest(request.members, of: upload), request.call)
            return Document(imported: done.value, warnings: done.warnings, asOf: request.call.today)
        },
    ]

    private static func importRequest(_ members: JSONMembers, of upload: Upload) -> ImportRequest {
        var request = ImportRequest(path: upload.path)
        request.journal = JournalDialect(path: upload.name)
        (request.asset, request.currency) = (members["asset"], members["currency"])
        (request.map, request.savingMapAs) = (members["map"], members["saveMap"])
        request.encoding = members["encoding"].flatMap(TextEncoding.init)
        request.columns.decimalMark = members["decimal"].flatMap(DecimalMark.init)
        request.columns.dateOrder = members["dates"].flatMap(DateOrder.init)
        (request.columns.answers.out, request.columns.answers.leftOut) = (members.texts("out"), members.texts("skip"))
        request.columns.answers.fees = members["fees"].flatMap(ImportAnswers.Fees.init)
        request.columns.answers.countsPending = members.isOn("pending")
        request.columns.answers.century = members.whole("century")
        request.columns.answers.ignoresBalances = members.isOn("ignoreBalances")
        request.linksTwins = members.isOn("link")
        request.keepsBalances = members.isOn("keepBalance")
        for role in ImportTarget.movements.roles {
            if let title = members.textsByName("columns")?[role.name] { request.columns.titles[role] = [title] }
        }
        return request
    }
}
