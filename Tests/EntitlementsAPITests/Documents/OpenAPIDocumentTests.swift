import Entitlements
import Testing

@testable import EntitlementsAPI

@Suite("The document is joined from its files")
struct OpenAPIDocumentTests {
    @Test("each answer has X-Request-Id, and each operation an answer for other statuses")
    func complete() throws {
        let contract = try Contract()
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

    @Test("what is the same everywhere is added where it belongs, also across files")
    func added() {
        let first = """
            paths:
              /a:
                get:
                  responses:
                    "200":
                      description: |
                        One line.

                        Another.
                      content: {}
                    "202":
                      description: Later.
                      headers:
                        ETag: {}
                      content:
                        application/json:
                          example: { headers: 1 }
                    "304":
                      description: The same.

              /b:
                get:
                  responses:
                    "404": { $ref: "#/components/responses/Missing" }

            """
        let second = """
            components:
              responses:
                Missing:
                  description: Missing.
                  content:
                    application/json: {}
              schemas:
                responses:
                  type: object

            """
        #expect(OpenAPIDocument.joined([first, second]) == completed)
    }

    private let completed = """
        paths:
          /a:
            get:
              responses:
                "200":
                  description: |
                    One line.

                    Another.
                  content: {}
                  headers: { X-Request-Id: { $ref: "#/components/headers/X-Request-Id" } }
                "202":
                  description: Later.
                  headers:
                    X-Request-Id: { $ref: "#/components/headers/X-Request-Id" }
                    ETag: {}
                  content:
                    application/json:
                      example: { headers: 1 }
                "304":
                  description: The same.
                  headers: { X-Request-Id: { $ref: "#/components/headers/X-Request-Id" } }
                default: { $ref: "#/components/responses/Problem" }

          /b:
            get:
              responses:
                "404": { $ref: "#/components/responses/Missing" }
                default: { $ref: "#/components/responses/Problem" }
        components:
          responses:
            Missing:
              description: Missing.
              headers: { X-Request-Id: { $ref: "#/components/headers/X-Request-Id" } }
              content:
                application/json: {}
          schemas:
            responses:
              type: object

        """
}
