import CommandSupport
import Foundation
import HTTPTypes
package import WebPages

/// The API described for programs (OpenAPI 3.1), made from the list of routes.
package struct OpenAPI {
    private let routes: [Route]

    package init(_ routes: [Route]) { self.routes = routes.filter { $0.pattern.hasPrefix("/api/v1/") } }

    /// The published schema of a document, in the folder beside the checked-in description.
    private static func reference(_ document: String) -> [String: Any] {
        ["$ref": "Schemas/cst.\(document).1.schema.json"]
    }

    /// The description as JSON.
    package var text: String {
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
                    "token": [
                        "type": "http", "scheme": "bearer",
                        "description":
                            "What 'cst-web token add' printed; of one made with '--read-only' what writes is refused.",
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
        var operation: [String: Any] = [
            "operationId": name(route), "summary": route.summary, "parameters": path + query + headers(route),
            "responses": responses(route),
            "security": security(route),
        ]
        if route.takesUpload {
            operation["requestBody"] = [
                "required": true,
                "content": [
                    "application/octet-stream": ["schema": ["type": "string", "format": "binary"] as [String: Any]]
                ],
            ]
        }
        if let body = route.body, !body.isEmpty {
            let members = Dictionary(
                uniqueKeysWithValues: body.map { member in
                    (member.name, member.kind.schema.merging(["description": member.summary]) { own, _ in own })
                })
            // Where the names are not known beforehand, one stands for all.
            var object: [String: Any] =
                if let each = members["{key}"] {
                    ["type": "object", "additionalProperties": each]
                } else {
                    ["type": "object", "properties": members, "additionalProperties": false]
                }
            let required = body.filter(\.isRequired).map(\.name)
            if !required.isEmpty { object["required"] = required }
            let types = ["application/json"] + (route.method == .patch ? [JSONMembers.mergePatch] : [])
            operation["requestBody"] = [
                "required": true,
                "content": Dictionary(uniqueKeysWithValues: types.map { ($0, ["schema": object]) }),
            ]
        }
        return operation
    }

    /// The headers of a request.
    private func headers(_ route: Route) -> [[String: Any]] {
        var headers: [[String: Any]] = []
        if let writing = route.writing, writing.needsVersion {
            headers.append([
                "name": "If-Match", "in": "header", "required": true,
                "description": "The 'ETag' of what was seen, or * for whatever is there.",
                "schema": ["type": "string", "pattern": #"^(\*|"\#(writing.version)")$"#],
            ])
        }
        if route.writing?.takesKey == true {
            headers.append([
                "name": "Idempotency-Key", "in": "header",
                "description":
                    "A request with a key is carried out once, however often its sender sends it within a day. The "
                    + "same key with other contents is refused with 409.",
                "schema": ["type": "string", "pattern": "^[!-~]{16,100}$"],
            ])
        }
        return headers
    }

    private func responses(_ route: Route) -> [String: Any] {
        let schema: [String: Any] = route.documents.first.map(Self.reference) ?? ["type": "object"]
        func json(_ text: String, _ schema: [String: Any], _ headers: [String: String] = [:]) -> [String: Any] {
            var response: [String: Any] = [
                "description": text, "content": ["application/json": ["schema": schema]],
            ]
            if !headers.isEmpty {
                response["headers"] = headers.mapValues {
                    ["description": $0, "schema": ["type": "string"]] as [String: Any]
                }
            }
            return response
        }
        let error = Self.reference("error")
        let tag = ["ETag": "The version, for 'If-Match'."]
        var responses: [String: Any] = [:]
        if let place = route.writing?.makes {
            let headers = tag.merging(["Location": "Where what is new stands."]) { own, _ in own }
            var response = json("The document of what is new.", schema, headers)
            response["links"] = links(to: place, member: route.documents.first ?? "")
            responses["201"] = response
        } else if route.takesUpload {
            responses["201"] = json("The document of the file.", schema)
        } else {
            responses["200"] = json("The document.", schema, route.writing?.tells == true ? tag : [:])
        }
        guard route.access != .everybody else { return responses }
        responses["400"] = json("The request cannot be read.", error)
        responses["401"] = json("There is no session, and no token.", error)
        responses["404"] = json("What is named is not there.", error)
        responses["409"] = json("A name has several meanings, or something changed meanwhile.", error)
        responses["422"] = json("The data does not allow it.", error)
        responses["503"] = json("The database or a source cannot be reached now.", error)
        if route.body != nil {
            responses["403"] = json("The request does not come from the session, or its sender may not do it.", error)
            responses["429"] = json("More was sent within a second than is carried out.", error)
            responses["413"] = json("What was sent is too large.", error)
            responses["415"] = json("What was sent is no JSON.", error)
        } else if !route.parameters.isEmpty {
            responses["304"] = ["description": "What was sent before still stands."]
        }
        if let writing = route.writing, writing.needsVersion {
            let path = routes.first { $0.method == .get && $0.pattern == route.pattern } ?? route
            let current = path.documents.first.map(Self.reference) ?? schema
            responses["412"] = json("It was changed since: what is there now.", current, tag)
            responses["428"] = json("The version that was seen is not named.", error)
        }
        return responses
    }

    /// The operations on something new, by its id and its version in the response.
    ///
    /// - Parameters:
    ///   - place: where it stands, up to its id.
    ///   - member: the member of the answer that tells it.
    private func links(to place: String, member: String) -> [String: Any] {
        let itself = place + "{id}"
        let documents = Set(routes.filter { $0.method == .get && $0.pattern != itself }.map(\.pattern))
        var links: [String: Any] = [:]
        for route in routes where route.pattern == itself || route.pattern.hasPrefix(itself + "/") {
            var parameters = ["path.id": "$response.body#/\(member)/id"]
            // A document of its own, as the allocations of an asset, has a version of its own.
            if route.writing?.needsVersion == true, !documents.contains(route.pattern) {
                parameters["header.If-Match"] = "$response.header.ETag"
            }
            links[name(route)] = ["operationId": name(route), "parameters": parameters] as [String: Any]
        }
        return links
    }

    /// The name of an operation in generated clients: `getGoalsByIdSchedule`.
    private func name(_ route: Route) -> String {
        route.method.rawValue.lowercased()
            + route.pattern.split(separator: "/").dropFirst(2).map { segment in
                let words = segment.split { !$0.isLetter }.map(\.capitalized).joined()
                return segment.hasPrefix("{") ? "By\(words)" : words
            }.joined()
    }

    private func security(_ route: Route) -> [[String: [String]]] {
        guard route.access != .everybody else { return [] }
        return [route.isForm ? ["session": [], "page": []] : ["session": []], ["token": []]]
    }

    /// The same for people.
    package var page: Page {
        var table = DataTable(
            "Addresses",
            [
                .text("Address"), .text("What it answers"), .text("Document"), .text("Query"), .text("Headers"),
                .text("Body"),
            ])
        for route in routes {
            table.add([
                HTML("code", text: "\(route.method.rawValue) \(route.pattern)"), .text(route.summary),
                .text(route.documents.map { "cst.\($0)/1" }.joined(separator: ", ")),
                .text(route.parameters.map(\.name).joined(separator: ", ")),
                .text(headers(route).compactMap { $0["name"] as? String }.joined(separator: ", ")),
                .text((route.body ?? []).map(\.name).joined(separator: ", ")),
            ])
        }
        return Page(
            "API", in: nil,
            [
                HTML("h1", text: "For programs"),
                .paragraph(
                    "The same documents as the programs print. A program shows a token: 'Authorization: Bearer' and what "
                        + "'cst-web token add' printed. A page sends the cookie of its session, and with what it changes "
                        + "'X-CSRF-Token' and 'Origin'. Amounts are texts. What is sent is a JSON object."),
                .paragraph(
                    "Nothing is written by addresses that end in 'preview' or 'what-if', or that are asked by GET. What is "
                        + "there is changed with 'If-Match': the 'ETag' of what was seen. When it was changed since, the answer is 412 "
                        + "with what is there now. A POST with an 'Idempotency-Key' is carried out once, however often it is sent "
                        + "within a day. A key has at least 16 letters, belongs to its sender, and is refused for other contents."
                ),
                HTML("p", [], [.link("openapi.json", to: "/api/v1/openapi.json")]), table.html,
            ])
    }
}
