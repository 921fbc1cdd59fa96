import FileFormats
package import Models

import struct Foundation.UUID

/// The asset that a bank account became, so that its next statement goes there whatever the asset is called by then (I6).
package struct AccountLink: Sendable, Hashable {
    /// Bank, branch, number, kind and currency of the account.
    let account: String
    /// The asset; it may be gone.
    let assetID: UUID
}

extension AccountLink: Entity {
    package static let declaration = Declaration<AccountLink>(
        "accountLink", table: "accountLinks", since: "0.4.0", order: ["account"],
        fields: Fields(.key("account", \.account), .value("assetID", \.assetID)) { account, asset in
            AccountLink(account: account, assetID: asset)
        })

    package var summary: String { "account '\(account.printable)' of statements" }

    package func issues(in reader: any EntityReader) -> [ValidationIssue] { [] }
}
