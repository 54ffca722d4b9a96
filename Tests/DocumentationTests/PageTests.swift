import Entitlements
import Testing

@testable import Documentation

@Suite("Pages of a small contract")
struct PageTests {
    private static let yaml = """
        info: { title: Small, summary: A contract. }
        tags: [{ name: Things, description: All of them. }]
        paths:
          /v1/things/{thing_id}:
            parameters: [{ $ref: "#/components/parameters/ThingID" }]
            put:
              operationId: putThing
              tags: [Things]
              summary: Put a thing
              description: Uses `<b>`.
              security: [{ secretKey: [] }, { adminKey: [] }]
              requestBody:
                content:
                  application/json:
                    schema: { $ref: "#/components/schemas/Thing" }
                    example: { name: "it's" }
              responses:
                "200": { description: Done., content: { application/json: { example: { id: 1 } } } }
                "409": { description: "`cooldown`: too soon." }
        components:
          parameters:
            ThingID: { name: thing_id, in: path, required: true, schema: { type: string } }
          schemas:
            Thing:
              required: [name]
              properties:
                name: { type: string, description: What it is called. }
                parent: { $ref: "#/components/schemas/Thing" }
        """

    private func site() throws -> Site {
        Site(
            contract: try #require(Contract(yaml: Self.yaml)),
            documents: [
                Site.Document(
                    name: "A", summary: "One.", markdown: "# First\n\nTwo.\n\n[b](b.md)")
            ])
    }

    @Test("an operation's page has its request, its answers, its errors, and a line to paste")
    func operation() throws {
        let html = try #require(try site().page(.operation("putThing"))).html
        for part in [
            "<h1>Put a thing</h1>", "Uses <code>&lt;b&gt;</code>.", "a secret key, or an admin key",
            "curl -s -X PUT $ADDRESS/v1/things/$THING_ID", "$SECRET_KEY",
            #"{&quot;name&quot;: &quot;it&#39;\&#39;&#39;s&quot;}"#, "What it is called.",
            "<code>parent</code>", #"<a href="/errors/cooldown">cooldown</a>"#,
        ] {
            #expect(html.contains(part), "\(part)")
        }
        #expect(try site().page(.operation("getThing")) == nil)
    }

    @Test("a code's page says what happened, how to fix it, and where it happens")
    func error() throws {
        let html = try #require(try site().page(.error(.cooldown))).html
        #expect(html.contains("It is too soon to join."))
        #expect(html.contains("Wait until <code>retry_at</code>"))
        #expect(html.contains(#"<a href="/docs/operations/putThing">Put a thing</a>"#))
    }

    @Test("a document's page links only to what is served")
    func document() throws {
        let html = try #require(try site().page(.document("a"))).html
        #expect(html.contains("<p>b</p>"))
        #expect(html.contains("<title>First · Hearth</title>"))
        #expect(try site().page(.document("b")) == nil)
    }

    @Test("home and index name everything, and the same page has the same tag")
    func indexes() throws {
        let site = try site()
        let home = try #require(site.page(.home))
        #expect(home.html.contains(#"<a href="/docs/a">First</a> <span class="dim">One."#))
        let index = try #require(site.page(.index)).html
        #expect(ErrorCode.allCases.allSatisfy { index.contains("/errors/\($0.rawValue)\"") })
        #expect(index.contains("/docs/operations/putThing"))
        #expect(site.page(.home)?.tag == home.tag)
    }
}
