public import ArgumentParser
import CommandSupport
import Models

extension CompletionKind {
    /// The names of the goals in the database that the command line means.
    public static var goalNames: CompletionKind { names(of: Goal.self) }

    /// The names of the assets in the database that the command line means.
    public static var assetNames: CompletionKind { names(of: Asset.self) }
}
