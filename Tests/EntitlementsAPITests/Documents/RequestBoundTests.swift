import Entitlements
import HTTPTypes
import TestSupport
import Testing

@testable import EntitlementsAPI

/// Sends each bound and each name of each request that openapi.yaml describes.
@Suite("The bounds of requests")
struct RequestBoundTests {
    @Test("a field of a body is taken at its bounds, and refused beyond them")
    func fields() async throws {
        let contract = try Contract.shared()
        let routes = try await TestAPI.routes()
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            var count = 0
            for route in routes {
                for field in fields(of: route, in: contract) {
                    let name = "\(route.operationID) \(field.pointer)"
                    for sample in Samples(field.schema).all(of: name) {
                        let body = field.body(with: sample.value)
                        let response = try await send(body, to: route, api)
                        let isRefused = response.refuses(field.pointer)
                        #expect(
                            isRefused == sample.isBeyond,
                            "\(name) \(sample.value): \(response.text)")
                        count += 1
                    }
                }
            }
            #expect(count > 150)
        }
    }

    @Test("a parameter of a query is taken at its bounds, and refused beyond them")
    func parameters() async throws {
        let contract = try Contract.shared()
        let routes = try await TestAPI.routes()
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            var count = 0
            for route in routes {
                for parameter in parameters(of: route, in: contract) {
                    let name = parameter["name"]?.string ?? ""
                    let schema = contract.resolved(parameter["schema"] ?? .null)
                    for sample in Samples(schema).all(of: "\(route.operationID) \(name)") {
                        let query = "?\(name)=\(sample.encoded)"
                        let response = try await send(nil, to: route, query: query, api)
                        let isRefused = response.refuses("/\(name)")
                        #expect(
                            isRefused == sample.isBeyond,
                            "\(route.operationID) \(query): \(response.text)")
                        count += 1
                    }
                }
            }
            #expect(count > 150)
        }
    }

    @Test("an unknown name is refused in each query and in each body")
    func names() async throws {
        let contract = try Contract.shared()
        let routes = try await TestAPI.routes()
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            for route in routes where route.isClosed {
                let response = try await send(nil, to: route, query: "?nosuch=1", api)
                #expect(
                    response.refuses("/nosuch"),
                    "\(route.operationID): \(response.text)")
                guard !fields(of: route, in: contract).isEmpty else { continue }
                let other = try await send(["nosuch": 1], to: route, api)
                #expect(
                    other.refuses("/nosuch"), "\(route.operationID): \(other.text)")
            }
        }
    }

    private func send(
        _ body: JSONValue?, to route: Route, query: String = "", _ api: TestAPI
    ) async throws -> RawHTTPResponse {
        let segments = route.path.text.split(separator: "/").map {
            $0.first == "{" ? "00000000-0000-4000-8000-000000000001" : String($0)
        }
        var key = api.secretKey
        var headers = body == nil ? [] : [("Content-Type", "application/json")]
        if case .endUser = route.access {
            key = try TestAPI.token(of: "u_42")
            headers.append(("Hearth-Tenant", api.tenant.slug))
        }
        return try await api.send(
            route.operationID, route.method.rawValue, "/" + segments.joined(separator: "/") + query,
            key: key, headers: headers, body: body?.bytes ?? [])
    }

    private func parameters(of route: Route, in contract: Contract) -> [JSONValue] {
        let operation = contract.operations.first { $0.id == route.operationID }
        return (operation?.description["parameters"]?.array ?? []).map(contract.resolved)
            .filter { $0["in"] == "query" }
    }

    private func fields(of route: Route, in contract: Contract) -> [Field] {
        let operation = contract.operations.first { $0.id == route.operationID }
        let body = operation?.description["requestBody"].map(contract.resolved)
        guard route.operationID != "receiveWebhookEvent",
            let schema = body?["content"]?["application/json"]?["schema"]
        else { return [] }
        return fields(of: schema, at: [], in: contract)
    }

    private func fields(
        of schema: JSONValue, at names: [String], in contract: Contract
    ) -> [Field] {
        let members = contract.resolved(schema)["properties"]?.object?.members ?? []
        return members.flatMap { member in
            let branches = contract.resolved(member.value)["oneOf"]?.array ?? [member.value]
            let schema = contract.resolved(branches.first { $0["type"] != "null" } ?? .null)
            let path = names + [member.name]
            return [Field(names: path, schema: schema)]
                + fields(of: schema, at: path, in: contract)
        }
    }
}

/// A field of a body, by its names from the outside in.
private struct Field {
    let names: [String]
    let schema: JSONValue

    var pointer: String { names.map { "/" + $0 }.joined() }

    func body(with value: JSONValue) -> JSONValue {
        names.reversed().reduce(value) { value, name in
            var object = JSONObject()
            object[name] = value
            return .object(object)
        }
    }
}

/// Values at the bounds of a schema, and beyond them.
private struct Samples {
    struct Sample {
        let value: JSONValue
        let isBeyond: Bool

        /// As a query has it: each byte percent-encoded.
        var encoded: String {
            let bytes = value.string.map { Array($0.utf8) } ?? value.bytes
            return bytes.map { "%" + Hexadecimal.text([$0]) }.joined()
        }
    }

    /// What other rules of the document's sentences say about a value at its bound.
    private static let otherRules: Set<String> = [
        "getEntitlements timeout", "getMyEntitlements timeout", "putCampaign /code",
        "createEndpoint /url", "updateEndpoint /url", "adjustCredit /amount",
        "startRun /app_user_id",
    ]

    private var all: [Sample] = []

    func all(of name: String) -> [Sample] {
        all.filter { $0.isBeyond || !Self.otherRules.contains(name) }
    }

    init(_ schema: JSONValue) {
        if let words = schema["enum"]?.array ?? schema["x-extensible-enum"]?.array {
            all = words.filter { !$0.isNull }.map { Sample(value: $0, isBeyond: false) }
            add(beyond: "nosuch")
        } else if schema["minimum"] != nil || schema["maximum"] != nil {
            addNumbers(from: schema["minimum"], to: schema["maximum"])
        } else if case .integer(let most)? = schema["maxLength"] {
            addTexts(Int(most), isInBytes: schema["x-maxBytes"] != nil, schema)
        }
    }

    private mutating func addNumbers(from least: JSONValue?, to most: JSONValue?) {
        if case .integer(let least)? = least {
            all.append(Sample(value: .integer(least), isBeyond: false))
            add(beyond: .integer(least - 1))
        }
        if case .integer(let most)? = most {
            all.append(Sample(value: .integer(most), isBeyond: false))
            add(beyond: .integer(most + 1))
        }
    }

    /// A letter of two bytes shows whether bytes or characters count.
    private mutating func addTexts(_ most: Int, isInBytes: Bool, _ schema: JSONValue) {
        let isFree = schema["pattern"] == nil && schema["format"] == nil
        if isFree {
            let longest = String(repeating: "é", count: isInBytes ? most / 2 : most)
            all.append(Sample(value: .string(longest), isBeyond: false))
        }
        add(beyond: .string(String(repeating: "é", count: isInBytes ? most / 2 + 1 : most + 1)))
        if case .integer(1)? = schema["minLength"] { add(beyond: "") }
    }

    private mutating func add(beyond value: JSONValue) {
        all.append(Sample(value: value, isBeyond: true))
    }
}

extension RawHTTPResponse {
    /// Whether it names the field; an answer that is no JSON names none.
    fileprivate func refuses(_ pointer: String) -> Bool {
        (try? pointers.contains(pointer)) == true
    }
}

extension Route {
    /// Whether it refuses what it does not know: all do but those for any caller.
    fileprivate var isClosed: Bool {
        switch access {
        case .key, .endUser: true
        case .unauthenticated, .webhook: false
        }
    }
}
