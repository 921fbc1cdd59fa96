package import ArgumentParser
import CommandSupport
import Ledger

extension CompletionKind {
    /// The names of the accounts in the database that the command line means.
    package static var accountNames: CompletionKind { names(of: Account.self) }

    /// The names of the categories in the database that the command line means.
    package static var categoryNames: CompletionKind { names(of: Category.self) }
}
