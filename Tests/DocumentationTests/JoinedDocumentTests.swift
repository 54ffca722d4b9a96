import Testing

@testable import Documentation

@Suite("The document is joined from a file of each area")
struct JoinedDocumentTests {
    @Test("paths come first, in the order of areas, and what is the same everywhere is added")
    func joined() {
        let files = ["health": health, "purchases": purchases, "components": components]
        #expect(JoinedDocument.text(of: files) == completed)
    }

    @Test("an operation of phones is the other one with their token, and what its x-me says")
    func phones() throws {
        let text = JoinedDocument.text(of: ["purchases": described])
        let start = try #require(text.firstRange(of: "  /v1/me/gifts/{gift_id}:\n"))
        let end = try #require(text.firstRange(of: "\ncomponents:"))
        #expect(String(text[start.lowerBound..<end.lowerBound]) == expanded)
        #expect(text.contains("      x-me: takeMyGift\n      security: [{ secretKey: [] }]\n"))
    }

    @Test(
        "an operation of phones joins a path that is written before or after it",
        arguments: ["purchases", "limits"])
    func phonesOnOnePath(area: String) {
        let written = "paths:\n  /v1/me/gifts/{gift_id}:\n    get:\n      operationId: getMyGift\n"
        let text = JoinedDocument.text(of: ["catalog": described, area: written])
        #expect(text.ranges(of: "  /v1/me/gifts/{gift_id}:\n").count == 1)
        #expect(text.contains("operationId: takeMyGift\n"))
        #expect(text.contains("operationId: getMyGift\n"))
    }

    @Test("what describes commands is not served, also not of an operation of phones")
    func commands() throws {
        let lines = [
            "      x-command:", "        name: gifts take", "        help:",
            "          gift_id: The gift.", "      security: [{ secretKey: [] }]",
        ]
        let told = described.replacing(lines[4], with: lines.joined(separator: "\n"))
            .replacing("paths:\n", with: "x-help: Paths.\npaths:\n")
        #expect(told != described)
        #expect(
            JoinedDocument.text(of: ["purchases": told])
                == JoinedDocument.text(of: ["purchases": described]))
    }

    private let components = """
        openapi: 3.1.0
        info:
          title: Example

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

    private let purchases = """
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

        components:
          schemas:
            Purchase:
              type: object

        """

    private let health = """
        paths:
          /b:
            get:
              responses:
                "404": { $ref: "#/components/responses/Missing" }

        """

    private let completed = """
        openapi: 3.1.0
        info:
          title: Example

        paths:
          /a:
            get:
              responses:
                "200":
                  description: |
                    One line.

                    Another.
                  headers: { X-Request-Id: { $ref: "#/components/headers/X-Request-Id" } }
                  content: {}
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
            Purchase:
              type: object

        """

    private let described = """
        paths:
          /v1/users/{app_user_id}/gifts/{gift_id}:
            parameters:
              - { $ref: "#/components/parameters/AppUserID" }
              - { $ref: "#/components/parameters/GiftID" }
            post:
              operationId: takeGift
              description: Takes a gift.
              x-me:
                path: /v1/me/gifts/{gift_id}
                operationId: takeMyGift
                description: |
                  Like `takeGift`.
                responses:
                  "404":
                    description: "`gift_not_found`."
                  "409": null
              security: [{ secretKey: [] }]
              parameters:
                - { $ref: "#/components/parameters/KnownAt" }
                - name: reason
                  in: query
                - { $ref: "#/components/parameters/HearthTenant" }
              responses:
                "204":
                  description: It is taken.
                "401": { $ref: "#/components/responses/Unauthorized" }
                "403": { $ref: "#/components/responses/Forbidden" }
                "404":
                  description: "`gift_not_found` or `tenant_not_found`."
                  content: {}
                "409":
                  description: "`gift_taken`."

        components:

        """

    private let expanded = ##"""
          /v1/me/gifts/{gift_id}:
            parameters:
              - { $ref: "#/components/parameters/GiftID" }
            post:
              operationId: takeMyGift
              description: |
                Like `takeGift`.
              security: [{ endUserToken: [] }]
              parameters:
                - name: reason
                  in: query
                - { $ref: "#/components/parameters/TokenTenant" }
              responses:
                "204":
                  description: It is taken.
                  headers: { X-Request-Id: { $ref: "#/components/headers/X-Request-Id" }, \##
        Hearth-Position: { $ref: "#/components/headers/Hearth-Position" } }
                "401": { $ref: "#/components/responses/TokenRefused" }
                "404":
                  description: "`gift_not_found`."
                  headers: { X-Request-Id: { $ref: "#/components/headers/X-Request-Id" } }
                  content: {}
                "429": { $ref: "#/components/responses/TooManyRequests" }
                default: { $ref: "#/components/responses/Problem" }

        """##
}
