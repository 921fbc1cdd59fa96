import Persistence

/// A household that was looked up.
struct OpenHousehold: Sendable {
    let id: Int
    let catalog: KindCatalog
}
