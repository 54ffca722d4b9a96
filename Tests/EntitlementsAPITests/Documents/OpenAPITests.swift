import Entitlements
import HTTPTypes
import Testing

@testable import EntitlementsAPI

@Suite("The document matches the routes")
struct OpenAPITests {
    private let contract: Contract

    init() throws {
        contract = try Contract()
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
                case .read: ["readKey", "secretKey", "adminKey"]
                case .secret, .secretWithActor: ["secretKey", "adminKey"]
                case .endUser: ["endUserToken"]
                }
            #expect(described[route.operationID] == expected, "\(route.operationID)")
        }
    }

    @Test("the document lists exactly the error codes")
    func codes() {
        let described = contract.document["components"]?["schemas"]?["ErrorCode"]?["enum"]?.array
        #expect(
            described?.compactMap(\.string).sorted() == ErrorCode.allCases.map(\.rawValue).sorted())
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
            (#"{"status":"lost","event_id":"a"}"#, ["/status: enum is broken"]),
            (#"{"status":"applied"}"#, ["/event_id: is missing"]),
            (#"[]"#, [": type is broken"]),
        ] {
            #expect(schema.problems(with: try JSONParser.parse(Array(value.utf8))) == problems)
        }
    }
}
