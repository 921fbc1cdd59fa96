import Models

import struct Foundation.UUID

/// What somebody saw of an asset: kept without a journal, and only as long as the asset.
struct Sighting: Entity {
    enum Sort: String, ColumnChoice { case far, near }

    let id: UUID
    let assetID: UUID
    var amount: Money
    var sort = Sort.near

    static let declaration = Declaration<Sighting>(
        "sighting", table: "sightings", since: "1.0.0", order: ["id"], isJournalled: false,
        fields: Fields(
            .key("id", \.id), .value("assetID", \.assetID, to: "asset"), .value("amount", \.amount),
            .value("sort", \.sort)
        ) { Sighting(id: $0, assetID: $1, amount: $2, sort: $3) })

    var summary: String { "sighting of \(amount)" }
    func issues(in reader: any EntityReader) -> [ValidationIssue] { [] }
}

/// What was said of a sighting: kept without a journal too.
struct Remark: Entity {
    let id: UUID
    let sightingID: UUID

    static let declaration = Declaration<Remark>(
        "remark", table: "remarks", since: "1.0.0", order: ["id"], isJournalled: false,
        fields: Fields(.key("id", \.id), .value("sightingID", \.sightingID, to: "sighting")) {
            Remark(id: $0, sightingID: $1)
        })

    var summary: String { "remark" }
    func issues(in reader: any EntityReader) -> [ValidationIssue] { [] }
}

/// A allocation on an asset, or on a sighting of it, that is in the journal.
struct Pledge: Entity {
    let id: UUID
    var assetID: UUID?
    var sightingID: UUID?

    static let declaration = Declaration<Pledge>(
        "pledge", table: "pledges", since: "1.0.0", order: ["id"],
        fields: Fields(
            .key("id", \.id), .value("assetID", \.assetID, to: "asset"),
            .value("sightingID", \.sightingID, to: "sighting")
        ) { Pledge(id: $0, assetID: $1, sightingID: $2) })

    var summary: String { "pledge" }
    func issues(in reader: any EntityReader) -> [ValidationIssue] { [] }
}

/// What was seen of a sighting and of its asset at once: kept without a journal.
struct Glimpse: Entity {
    let id: UUID
    let assetID: UUID
    let sightingID: UUID

    static let declaration = Declaration<Glimpse>(
        "glimpse", table: "glimpses", since: "1.0.0", order: ["id"], isJournalled: false,
        fields: Fields(
            .key("id", \.id), .value("assetID", \.assetID, to: "asset"),
            .value("sightingID", \.sightingID, to: "sighting")
        ) { Glimpse(id: $0, assetID: $1, sightingID: $2) })

    var summary: String { "glimpse" }
    func issues(in reader: any EntityReader) -> [ValidationIssue] { [] }
}
