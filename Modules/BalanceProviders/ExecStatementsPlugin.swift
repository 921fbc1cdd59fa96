import FileFormats
import Interchange
public import PluginKit

/// Lets any program read statements: the reader `exec`.
public struct ExecStatementsPlugin: Plugin {
    /// A plugin.
    public init() {}

    /// Provides one of the readers of ``PluginKit/ServiceKey/statementReaders``.
    public var manifest: PluginManifest {
        PluginManifest(
            id: "exec-statements", summary: "Statements of banks, read by a program of yours.",
            provides: [PluginManifest.Provision(.statementReaders, providers: [ExecStatements.readerName])],
            settings: [ExecStatements.command])
    }

    /// Registers the reader.
    public func register(in builder: inout ContainerBuilder) {
        builder.register(.statementReaders, name: ExecStatements.readerName) { try ExecStatements($0.settings) }
    }
}
