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

    /// Moves the household to another place, from a file to a server or back, all or nothing: rows, journal and what undo needs, with
    /// equal totals. What was here is kept under another name, so that nobody goes on with it by mistake.
    ///
    /// - Parameter target: the address of a server, or the path of a file.
    /// - Throws: ``StoreError``; then everything is where it was.
    func move(to target: String, _ call: Call) async throws -> Outcome<StoreReport>
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
    /// The new name of what was moved away; nil where nothing was.
    public let kept: String?

    package init(
        location: StoreLocation, households: Int, records: [String: Int] = [:], changes: Int = 0, kept: String? = nil
    ) {
        self.location = location
        self.households = households
        self.records = records
        self.changes = changes
        self.kept = kept
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

    package func move(to target: String, _ call: Call) async throws -> Outcome<StoreReport> {
        throw StoreError.noTarget(detail: "nothing is kept outside the memory of the program")
    }

    private var refusal: StoreError { .noServer(at: location) }
}
