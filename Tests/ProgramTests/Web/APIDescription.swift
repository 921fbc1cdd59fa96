import Foundation
import ProgramSupport
import Testing

/// The served description of the API as a file with its schemas beside it, changed so that it names things that are there.
struct APIDescription {
    /// What makes something new is asked for only this way, so that there is something to go on with.
    private static var making: [String: [String: [String: Any]]] {
        [
            "/api/v1/goals": [
                "name": ["pattern": "^[a-z]{6,12}$"], "currency": ["enum": ["EUR", "USD", "BTC"]],
                "target": ["enum": ["0.5", "1200", "36000"]], "deadline": ["enum": ["2026-12-31", "2030-06-01"]],
            ],
            "/api/v1/assets": [
                "name": ["pattern": "^[a-z]{6,12}$"], "currency": ["enum": ["EUR", "USD", "BTC"]],
            ],
            "/api/v1/assets/{id}/transactions": ["amount": ["enum": ["0.5", "10"]], "type": ["enum": ["deposit"]]],
        ]
    }

    let file: URL
    private let dashboard: SharedDashboard

    init(_ dashboard: SharedDashboard, making: Bool = false) async throws {
        self.dashboard = dashboard
        let folder = dashboard.household.folder.url.appending(path: "description-\(UUID().uuidString)")
        file = folder.appending(path: "openapi.json")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let schemas = Repository.root.appending(path: "Documentation/Schemas")
        for name in try FileManager.default.contentsOfDirectory(atPath: schemas.path) where name.hasSuffix(".json") {
            let data = try Data(contentsOf: schemas.appending(path: name))
            var schema = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
            // Names of their own would send readers to the network.
            for key in ["$id", "$schema"] { schema[key] = nil }
            try JSONSerialization.data(withJSONObject: schema).write(to: folder.appending(path: name))
        }
        let text = try await dashboard.visitor.get("/api/v1/openapi.json").body
        for name in text.components(separatedBy: "\"Schemas/").dropFirst().compactMap({
            $0.split(separator: "\"").first
        }) {
            try #require(FileManager.default.fileExists(atPath: folder.appending(path: String(name)).path), "\(name)")
        }
        let data = Data(text.replacing("\"Schemas/", with: "\"").utf8)
        var description = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        var paths = try #require(description["paths"] as? [String: [String: [String: Any]]])
        try Self.name(await known(), in: &paths)
        if making { try Self.narrow(&paths) }
        description["paths"] = paths
        try JSONSerialization.data(withJSONObject: description).write(to: file)
    }

    /// What is there, by a part of the path and the name of the parameter.
    private func known() async throws -> [String: [String: [String]]] {
        let household = dashboard.household
        let goals = try await household.document("cst-plan goal list --all")
        let assets = try await household.document("cst-assets list")
        let transactions = try await household.document("cst-assets transactions Savings")["transactions"]
        let names = [
            try goals.named("Car", in: "goals"), try assets.named("Savings", in: "assets"),
            try #require(transactions?.elements.first),
        ].compactMap { $0["id"]?.text }
        return [
            "/goals/": ["id": [names[0], "Plot"]], "/assets/": ["id": [names[1], "Acres"]],
            "/months/": ["month": ["2026-05", "2026-04"]], "/transactions/": ["id": [names[2]]],
            "/rates/": ["from": ["EUR", "BTC", "XMR"], "to": ["USD", "JPY"]],
        ]
    }

    /// Has names that are there tried beside others.
    private static func name(
        _ known: [String: [String: [String]]], in paths: inout [String: [String: [String: Any]]]
    ) throws {
        for (path, operations) in paths {
            for (method, operation) in operations {
                var parameters = operation["parameters"] as? [[String: Any]] ?? []
                for index in parameters.indices {
                    let name = try #require(parameters[index]["name"] as? String)
                    let schema = try #require(parameters[index]["schema"])
                    let values: [String]? =
                        switch name {
                        case "If-Match": ["*", "\"j2\"", "\"j3-x\", \"j9\""]
                        case "as-of": ["2026-04-13", "2026-03-01", "2030-12-31", "1999-02-28"]
                        default: known.first { path.contains($0.key) }?.value[name]
                        }
                    guard let values else { continue }
                    parameters[index]["schema"] = ["anyOf": [["type": "string", "enum": values], schema]]
                }
                paths[path]?[method]?["parameters"] = parameters
            }
        }
    }

    /// Allows what makes something new only with members that are accepted.
    private static func narrow(_ paths: inout [String: [String: [String: Any]]]) throws {
        for (path, members) in making {
            var body = try #require(paths[path]?["post"]?["requestBody"] as? [String: Any])
            var content = try #require(body["content"] as? [String: [String: Any]])
            var schema = try #require(content["application/json"]?["schema"] as? [String: Any])
            schema["properties"] = members.mapValues { $0.merging(["type": "string"]) { own, _ in own } }
            schema["required"] = members.keys.sorted()
            content["application/json"]?["schema"] = schema
            body["content"] = content
            paths[path]?["post"]?["requestBody"] = body
        }
    }
}
