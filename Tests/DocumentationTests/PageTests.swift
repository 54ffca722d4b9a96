import Entitlements
import FoundationEssentials
import Pages
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

    private static let markdown = """
        # First

        Two. [b](b.md) [r](../README.md#use)

        ## Putting `it`

        ```
        curl -s -X PUT $ADDRESS/v1/things/7?a=b \\
            -d '{}'
        ```
        """

    private func site() throws -> Site {
        Site(
            contract: try #require(Contract(yaml: Self.yaml)),
            documents: [
                Document(file: "docs/A.md", summary: "One.", markdown: Self.markdown),
                Document(
                    file: "README.md", title: "Readme", summary: "All.",
                    markdown: "# Small\n\n[a](docs/A.md#putting-it) [n](sub/README.md)"),
            ])
    }

    /// The templates of the package.
    private static let templates = Result {
        let folder =
            String(#filePath.dropLast("Tests/DocumentationTests/PageTests.swift".count))
            + "Sources/EntitlementsAPI/pages"
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
        return try PageTemplates(
            files: files.filter { $0.contains(".") }.map { path in
                let name = path.split(separator: "/").last.map(String.init) ?? path
                return (name, try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8))
            })
    }

    private func text(_ subject: Site.Subject) throws -> String? {
        try site().page(subject, Self.templates.get())?.text
    }

    @Test("an operation's page has its request, its answers, its errors, and a line to paste")
    func operation() throws {
        let html = try #require(try text(.operation("putThing")))
        for part in [
            "<h1>Put a thing</h1>", "Uses <code>&lt;b&gt;</code>.", "a secret key, or an admin key",
            "curl -s -X PUT $ADDRESS/v1/things/$THING_ID", "$SECRET_KEY",
            #"{&quot;name&quot;: &quot;it&#39;\&#39;&#39;s&quot;}"#, "What it is called.",
            "<code>parent</code>", #"<a href="/errors/cooldown">cooldown</a>"#,
        ] {
            #expect(html.contains(part), "\(part)")
        }
        #expect(try text(.operation("getThing")) == nil)
        #expect(html.contains(#"<a href="/docs/a#putting-it">Putting <code>it</code></a>"#))
    }

    @Test("a code's page says what happened, how to fix it, and where it happens")
    func error() throws {
        let html = try #require(try text(.error(.cooldown)))
        #expect(html.contains("It is too soon to join."))
        #expect(html.contains("Wait until <code>retry_at</code>"))
        #expect(html.contains(#"<a href="/docs/operations/putThing">Put a thing</a>"#))
    }

    @Test("a document's page links to what is served, and its code to operations")
    func document() throws {
        let html = try #require(try text(.document("a")))
        #expect(html.contains(#"<p>Two. b <a href="/docs/readme#use">r</a></p>"#))
        #expect(html.contains(#"<a href="/docs/operations/putThing">/v1/things/7</a>?a=b"#))
        #expect(html.contains("<title>First · Hearth</title>"))
        #expect(html.contains(#"<a href="/docs/a" aria-current="page">First</a>"#))
        #expect(html.contains(#"<a href="/docs/a#putting-it">Putting <code>it</code></a>"#))
        let readme = try #require(try text(.document("readme")))
        #expect(readme.contains(#"<p><a href="/docs/a#putting-it">a</a> n</p>"#))
        #expect(try text(.document("b")) == nil)
    }

    @Test("home and index name everything, and the same page has the same tag")
    func indexes() throws {
        let site = try site()
        let templates = try Self.templates.get()
        let home = try #require(try site.page(.home, templates))
        #expect(home.text.contains(#"<a href="/docs/a">First</a> <span class="dim">One."#))
        let index = try #require(try site.page(.index, templates)).text
        #expect(ErrorCode.allCases.allSatisfy { index.contains("/errors/\($0.rawValue)\"") })
        #expect(index.contains("/docs/operations/putThing"))
        #expect(try site.page(.home, templates)?.tag == home.tag)
    }

    @Test("documents and operations are there as Markdown, and a list has their addresses")
    func texts() throws {
        #expect(try text(.documentText("a")) == Self.markdown)
        #expect(try text(.documentText("b")) == nil)
        let list = try #require(try text(.texts))
        #expect(list.contains("- [First](/docs/a.md): One.\n"))
        #expect(
            list.contains(
                "- [Put a thing](/docs/operations/putThing.md): `PUT /v1/things/{thing_id}`"))
        let operation = try #require(try text(.operationText("putThing")))
        for part in [
            "# Put a thing\n\n`PUT /v1/things/{thing_id}` (putThing)\n\nUses `<b>`.\n\n",
            "## Parameters\n\n- `thing_id` (string, in path)", "```\n{\"id\": 1}\n```",
            "- `parent` (, optional)", "[cooldown](/errors/cooldown): ",
        ] {
            #expect(operation.contains(part), "\(part)\n\(operation)")
        }
    }

    @Test("the search finds documents, headings, operations and codes")
    func search() throws {
        let index = try JSONParser.parse(Array(site().searchIndex.text.utf8))
        let entries = try #require(index.array)
        let found = entries.map { $0.array?.compactMap(\.string) ?? [] }
        for entry in [
            ["Document", "First", "/docs/a", "One."],
            ["Section", "Putting it", "/docs/a#putting-it", "First"],
            [
                "Operation", "Put a thing", "/docs/operations/putThing",
                "PUT /v1/things/{thing_id} putThing",
            ],
            ["Error", "cooldown", "/errors/cooldown", "409 \(ErrorCode.cooldown.title)"],
        ] {
            #expect(found.contains(entry), "\(entry)")
        }
        #expect(found.count == 4 + ErrorCode.allCases.count)
    }
}
