public import ArgumentParser
import CommandSupport
import Livestock

extension CompletionKind {
    /// The names of the herds in the database that the command line means.
    public static var herdNames: CompletionKind { names(of: Herd.self) }

    /// The names of the holdings in the database that the command line means.
    public static var holdingNames: CompletionKind { names(of: Holding.self) }
}
