public import PluginKit
public import Values

/// Operations on a store on a server besides reading and writing it.
public protocol StoreAdministration: Sendable {
    /// Makes what is missing for things of all linked kinds, as a role that owns the store. What is there stays as it is; several
    /// may do it at once.
    ///
    /// - Parameter role: who may read and write afterwards; nil for nobody but the owner.
    /// - Throws: ``StoreError``.
    func prepare(for role: String?, _ call: Call) async throws -> Outcome<StoreReport>

    /// Reads everything that a household holds, against its checksums, and looks at how the server is set.
    ///
    /// - Throws: ``StoreError``.
    func check(_ call: Call) async throws -> Outcome<StoreReport>

    /// Brings the things of all households to the versions of the linked kinds, one household after the other, as a role that
    /// owns the store. Programs that know older versions only refuse them from then on.
    ///
    /// - Throws: ``StoreError``.
    func upgrade(_ call: Call) async throws -> Outcome<StoreReport>
}

/// The content of a store on a server.
public struct StoreReport: Sendable, Equatable {
    /// The server, the database and the household.
    public let location: StoreLocation
    /// How many households there are that the role may see.
    public let households: Int
    /// How many records the household has of each kind; empty where it was not looked at.
    public let records: [String: Int]
    /// How many changes its journal has.
    public let changes: Int

    package init(location: StoreLocation, households: Int, records: [String: Int] = [:], changes: Int = 0) {
        self.location = location
        self.households = households
        self.records = records
        self.changes = changes
    }
}

extension ServiceKey where Service == any StoreAdministration {
    /// The administration of the program's store, by the provider of the store.
    public static var storeAdministration: ServiceKey<any StoreAdministration> {
        ServiceKey<any StoreAdministration>(
            "storeAdministration", selection: .along(with: "persistence"), neverFallsBack: true)
    }
}

/// Says that a store needs no administration: a file is made, brought up to date and checked when it is used.
package struct NoAdministration: StoreAdministration {
    private let location: StoreLocation

    package init(of location: StoreLocation) { self.location = location }

    package func prepare(for role: String?, _ call: Call) async throws -> Outcome<StoreReport> { throw refusal }

    package func check(_ call: Call) async throws -> Outcome<StoreReport> { throw refusal }

    package func upgrade(_ call: Call) async throws -> Outcome<StoreReport> { throw refusal }

    private var refusal: StoreError { .noServer(at: location) }
}
