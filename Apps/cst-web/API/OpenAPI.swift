import CommandSupport
import Foundation
import HTTPTypes
import WebPages

/// The API described for programs (OpenAPI 3.1), made from the list of routes.
struct OpenAPI {
    private let routes: [Route]

    init(_ routes: [Route]) { self.routes = routes.filter { $0.pattern.hasPrefix("/api/v1/") } }

    /// The published schema of a document, in the folder beside the checked-in description.
    private static func reference(_ document: String) -> [String: Any] {
        ["$ref": "Schemas/cst.\(document).1.schema.json"]
    }

    /// The description as JSON.
    var text: String {
        var paths: [String: [String: Any]] = [:]
        for route in routes {
            paths[route.pattern, default: [:]][route.method.rawValue.lowercased()] = operation(route)
        }
        let description: [String: Any] = [
            "openapi": "3.1.0",
            "info": [
                "title": "CryptoSavingsTracker", "version": Program.version,
                "description": "The documents that the programs print, for the same database, day and rates.",
            ],
            "paths": paths,
            "components": [
                "securitySchemes": [
                    "session": [
                        "type": "apiKey", "in": "cookie", "name": "cst-8765",
                        "description":
                            "The cookie that opening the printed address gives; its name ends with the port.",
                    ],
                    "page": [
                        "type": "apiKey", "in": "header", "name": "X-CSRF-Token",
                        "description": "What the pages of the session carry, for what is sent; with it 'Origin'.",
                    ],
                ]
            ],
        ]
        let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let data = try? JSONSerialization.data(withJSONObject: description, options: options)
        return data.map { String(decoding: $0, as: UTF8.self) + "\n" } ?? "{}\n"
    }

    private func operation(_ route: Route) -> [String: Any] {
        let names = route.pattern.split(separator: "/").filter { $0.hasPrefix("{") }.map {
            String($0.dropFirst().dropLast())
        }
        let path: [[String: Any]] = names.map {
            ["name": $0, "in": "path", "required": true, "schema": ["type": "string"]]
        }
        let query: [[String: Any]] = route.parameters.map {
            [
                "name": $0.name, "in": "query", "description": $0.summary,
                "schema": ["type": "string", "pattern": $0.pattern],
            ]
        }
        let schema: [String: Any] = route.documents.first.map(Self.reference) ?? ["type": "object"]
        func json(_ text: String, _ schema: [String: Any]) -> [String: Any] {
            ["description": text, "content": ["application/json": ["schema": schema]]]
        }
        let error = Self.reference("error")
        var responses: [String: Any] = ["200": json("The document.", schema)]
        if route.access != .everybody {
            responses["400"] = json("The request cannot be read.", error)
            responses["401"] = json("There is no session.", error)
            responses["404"] = json("What is named is not there.", error)
            responses["409"] = json("A name has several meanings, or something changed meanwhile.", error)
            responses["422"] = json("The data does not allow it.", error)
            responses["503"] = json("The database or a source cannot be reached now.", error)
            if route.body != nil {
                responses["403"] = json("The request does not come from the session.", error)
                responses["413"] = json("What was sent is too large.", error)
                responses["415"] = json("What was sent is no JSON.", error)
            } else if !route.parameters.isEmpty {
                responses["304"] = ["description": "What was sent before still stands."]
            }
        }
        var security: [[String: [String]]] = route.access == .everybody ? [] : [["session": []]]
        if route.access == .form { security = [["session": [], "page": []]] }
        var operation: [String: Any] = [
            "summary": route.summary, "parameters": path + query, "responses": responses, "security": security,
        ]
        if let body = route.body {
            let members = body.map { member in
                (member.name, member.kind.schema.merging(["description": member.summary]) { own, _ in own })
            }
            let object: [String: Any] = [
                "type": "object", "properties": Dictionary(uniqueKeysWithValues: members),
                "additionalProperties": false,
            ]
            operation["requestBody"] = ["required": true, "content": ["application/json": ["schema": object]]]
        }
        return operation
    }

    /// The same for people.
    var page: Page {
        var table = DataTable(
            "Addresses",
            [
                .text("Address"), .text("What it answers"), .text("Document"), .text("Query"), .text("Body"),
            ])
        for route in routes {
            table.add([
                HTML("code", text: "\(route.method.rawValue) \(route.pattern)"), .text(route.summary),
                .text(route.documents.map { "cst.\($0)/1" }.joined(separator: ", ")),
                .text(route.parameters.map(\.name).joined(separator: ", ")),
                .text((route.body ?? []).map(\.name).joined(separator: ", ")),
            ])
        }
        return Page(
            "API", in: nil,
            [
                HTML("h1", text: "For programs"),
                .paragraph(
                    "The same documents as the programs print, with the cookie of this session. Amounts are texts. What is "
                        + "sent is a JSON object with 'X-CSRF-Token' beside it, and nothing is written."),
                HTML("p", [], [.link("openapi.json", to: "/api/v1/openapi.json")]), table.html,
            ])
    }
}
