import Persistence

/// A household that was looked up.
struct OpenPlace: Sendable {
    let id: Int
    let catalog: KindCatalog
}
