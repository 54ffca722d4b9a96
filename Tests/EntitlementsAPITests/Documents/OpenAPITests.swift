import Entitlements
import HTTPTypes
import Testing

@testable import EntitlementsAPI

@Suite("The document matches the routes")
struct OpenAPITests {
    private let contract: Contract

    init() throws {
        contract = try Contract.shared()
    }

    @Test("the document describes exactly the routes")
    func parity() async throws {
        let described = contract.operations.map { "\($0.id) \($0.method) \($0.path)" }
        let routes = try await TestAPI.routes().map {
            "\($0.operationID) \($0.method.rawValue.lowercased()) \($0.path.text)"
        }
        #expect(described.sorted() == routes.sorted())
    }

    @Test("each route requires the credentials of its description")
    func credentials() async throws {
        let described = Dictionary(
            uniqueKeysWithValues: contract.operations.map { operation in
                let schemes = (operation.description["security"]?.array ?? []).flatMap {
                    ($0.object?.members ?? []).map(\.name)
                }
                return (operation.id, Set(schemes))
            })
        for route in try await TestAPI.routes() {
            let expected: Set<String> =
                switch route.access {
                case .unauthenticated: []
                case .webhook: ["webhookAuthorization", "webhookSignature"]
                case .key(.read, _): ["readKey", "supportKey", "secretKey", "adminKey"]
                case .key(.support, _): ["supportKey", "secretKey", "adminKey"]
                case .key(.secret, _): ["secretKey", "adminKey"]
                case .endUser: ["endUserToken"]
                }
            #expect(described[route.operationID] == expected, "\(route.operationID)")
        }
    }

    @Test("lookups take a position, and answers to writes have one")
    func positions() async throws {
        let routes = Dictionary(
            uniqueKeysWithValues: try await TestAPI.routes().map { ($0.operationID, $0) })
        let parameter = JSONValue.string("#/components/parameters/HearthPosition")
        for operation in contract.operations {
            let route = try #require(routes[operation.id])
            let asked = operation.description["parameters"]?.array ?? []
            #expect(
                asked.contains { $0["$ref"] == parameter } == (route.kind == .lookup),
                "\(operation.id)")
            let writes =
                [.webhook, .write, .restore].contains(route.kind)
                || route.kind == .admin && route.method != .get
            for answer in operation.description["responses"]?.object?.members ?? []
            where answer.name.hasPrefix("2") && (writes || answer.value["$ref"] == nil) {
                let header = contract.resolved(answer.value)["headers"]?["Hearth-Position"]
                #expect((header != nil) == writes, "\(operation.id) \(answer.name)")
            }
        }
    }

    @Test("the document lists exactly the error codes")
    func codes() {
        let described = contract.document["components"]?["schemas"]?["ErrorCode"]?["enum"]?.array
        #expect(
            described?.compactMap(\.string).sorted() == ErrorCode.allCases.map(\.rawValue).sorted())
    }

    /// A generated client sends a `default`, also where it is refused, and fails for a word that a
    /// closed list lacks.
    @Test("schemas have no default, and the words of answers are open lists")
    func openForClients() {
        var defaults = places(of: "default", in: contract.document["components"] ?? .null)
        var closed: Set<String> = []
        for operation in contract.operations {
            for part in [operation.description["parameters"], operation.description["requestBody"]]
            {
                defaults += places(of: "default", in: part ?? .null).map { operation.id + $0 }
            }
            closed.formUnion(places(of: "enum", in: operation.description["responses"] ?? .null))
        }
        #expect(defaults == [], "write x-default")
        #expect(closed == [], "write x-extensible-enum in answers")
    }

    /// Finds a rule in a part of the document, and in what it refers to.
    private func places(of rule: String, in part: JSONValue) -> [String] {
        var (found, open, seen) = ([String](), [("", part)], Set<String>())
        while let (place, value) = open.popLast() {
            if let reference = value["$ref"]?.string {
                guard seen.insert(reference).inserted else { continue }
                open.append((reference, contract.resolved(value)))
                continue
            }
            for member in value.object?.members ?? [] where member.name != "example" {
                if member.name == rule, value["type"] != nil { found.append(place) }
                open.append(("\(place)/\(member.name)", member.value))
            }
            for element in value.array ?? [] { open.append((place, element)) }
        }
        return found
    }

    @Test("each operation is in an area that the document describes")
    func areas() {
        let areas = contract.document["tags"]?.array?.compactMap { $0["name"]?.string } ?? []
        for operation in contract.operations {
            let tags = operation.description["tags"]?.array?.compactMap(\.string) ?? []
            #expect(tags.count == 1 && areas.contains(tags[0]), "\(operation.id)")
        }
    }

    @Test("each example conforms to its schema")
    func examples() throws {
        for operation in contract.operations {
            let responses = operation.description["responses"]?.object?.members.map(\.value) ?? []
            for part in responses + [operation.description["requestBody"] ?? .null] {
                for content in contract.resolved(part)["content"]?.object?.members ?? [] {
                    guard let schema = content.value["schema"],
                        let example = content.value["example"]
                    else { continue }
                    let problems = Schema(schema: schema, document: contract.document)
                        .problems(with: example)
                    #expect(problems == [], "\(operation.id)")
                }
            }
        }
    }

    @Test("the test detects a value that breaks its schema")
    func brokenValue() throws {
        let reference = try JSONParser.parse(
            Array(##"{"$ref":"#/components/schemas/WebhookReceipt"}"##.utf8))
        let schema = Schema(schema: reference, document: contract.document)
        for (value, problems) in [
            (#"{"status":"applied","event_id":"a"}"#, []),
            (#"{"status":"lost","event_id":"a"}"#, ["/status: x-extensible-enum is broken"]),
            (#"{"status":"applied"}"#, ["/event_id: is missing"]),
            (#"[]"#, [": type is broken"]),
        ] {
            #expect(schema.problems(with: try JSONParser.parse(Array(value.utf8))) == problems)
        }
    }
}
