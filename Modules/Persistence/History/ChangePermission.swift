public import PluginKit
public import Values

/// Says whether those who use the program may change things of a domain where none of its use cases is called: by an undo or a
/// redo, an archive that is imported, or a backup that is restored.
///
/// A domain that lets people do different things registers one, so that nobody does with these what its use cases refuse.
public struct ChangePermission: Sendable {
    private let kinds: Set<String>
    private let check: @Sendable (Set<String>) throws -> Void

    /// A permission for the kinds of a domain.
    ///
    /// - Parameter check: throws when things of these of its kinds may not be changed.
    public init(of kinds: [EntityKind], check: @escaping @Sendable (_ changed: Set<String>) throws -> Void) {
        self.kinds = Set(kinds.map(\.description.kind))
        self.check = check
    }

    /// Requires that things of some kinds may be changed; those of other domains play no part.
    ///
    /// - Throws: The domain's refusal.
    public func require(_ changed: Set<String>) throws {
        let own = kinds.intersection(changed)
        if !own.isEmpty { try check(own) }
    }

    /// Requires that everything may be changed.
    ///
    /// - Throws: The domain's refusal.
    public func requireAll() throws { try check(kinds) }
}

extension ServiceKey where Service == ChangePermission {
    /// The permissions of all plugins.
    public static var changePermissions: ServiceKey<ChangePermission> {
        ServiceKey<ChangePermission>("changePermissions", selection: .every)
    }
}
