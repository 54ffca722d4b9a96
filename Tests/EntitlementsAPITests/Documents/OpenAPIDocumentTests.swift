import Entitlements
import Testing

@Suite("The document has what its files leave out")
struct OpenAPIDocumentTests {
    @Test("each answer has X-Request-Id, and each operation an answer for other statuses")
    func complete() throws {
        let contract = try Contract.shared()
        let shared = contract.document["components"]?["responses"]?.object?.members ?? []
        #expect(!shared.isEmpty && !contract.operations.isEmpty)
        for answer in shared { expectRequestID(in: answer.value, of: answer.name) }
        for operation in contract.operations {
            let answers = operation.description["responses"]
            #expect(
                answers?["default"]?["$ref"] == .string("#/components/responses/Problem"),
                "\(operation.id)")
            for answer in answers?.object?.members ?? [] where answer.value["$ref"] == nil {
                expectRequestID(in: answer.value, of: "\(operation.id) \(answer.name)")
            }
        }
    }

    private func expectRequestID(in answer: JSONValue, of name: String) {
        #expect(
            answer["headers"]?["X-Request-Id"]?["$ref"]
                == .string("#/components/headers/X-Request-Id"), "\(name)")
    }
}
