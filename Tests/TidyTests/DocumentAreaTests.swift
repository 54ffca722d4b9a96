import Documentation
import Testing
import Yams

/// Each file of `openapi/` has what is one area's: its operations, and the components that only
/// these use.
@Suite("The OpenAPI document is kept by area")
struct DocumentAreaTests {
    @Test("every file is an area of the document, or its components")
    func filesAreAreas() {
        let names = Set(JoinedDocument.areas + ["components"])
        #expect(Set(Repository.openAPIFiles.map(\.stem)) == names)
    }

    @Test("an operation is in the file of the area whose folder has its route")
    func operationsLieWithTheirRoutes() {
        let areas = areasOfRoutes(in: Repository.swift)
        #expect(!areas.isEmpty)
        expectNone(Repository.openAPIFiles.flatMap { strayOperations(in: $0, areas) })
    }

    @Test("a component is in the file of the only area that uses it, or in components.yaml")
    func componentsLieWithTheirUsers() throws {
        #expect(try strayComponents(in: Repository.openAPIFiles) == [])
    }

    @Test("the test finds a stray operation and stray components")
    func straysAreFound() throws {
        let route = SwiftSource(
            "Route(\"getA\", .get, \"/a\")", path: "Sources/EntitlementsAPI/AppUsers/GetA.swift")
        let use = "$ref: \"#/components/schemas"
        let purchases = SourceFile(
            path: "openapi/purchases.yaml",
            text: """
                paths:
                  /a:
                    get:
                      operationId: getA
                      schema: { \(use)/A" }
                  /b:
                    get: { schema: { \(use)/Both" } }
                components:
                  schemas: { A: {}, Unused: {}, Both: {} }

                """)
        let health = SourceFile(
            path: "openapi/health.yaml",
            text: "paths:\n  /c: { get: { a: { \(use)/Both\" }, b: { \(use)/C\" } } }\n")
        let components = SourceFile(
            path: "openapi/components.yaml",
            text: "components: { schemas: { C: { items: { \(use)/Inner\" } }, Inner: {} } }\n")
        let areas = areasOfRoutes(in: [route])
        #expect(areas == ["getA": "app_users"])
        #expect(strayOperations(in: purchases, areas).map(\.line) == [4])
        #expect(
            try strayComponents(in: [purchases, health, components]) == [
                "schemas/Both: move it from purchases to components",
                "schemas/C: move it from components to health",
                "schemas/Inner: move it from components to health",
                "schemas/Unused: move it from purchases to components",
            ])
    }

    /// The names of the areas in whose folders the operations have their routes.
    private func areasOfRoutes(in sources: [SwiftSource]) -> [String: String] {
        let routes = sources.filter { $0.file.isUnder("Sources/EntitlementsAPI") }.flatMap {
            source in
            let code = source.tokens.code
            return code.occurrences(of: ["Route", "("]).compactMap { start in
                start + 2 < code.count && code[start + 2].kind == .literal
                    ? (code[start + 2].text, snakeCase(String(source.file.folders.last ?? "")))
                    : nil
            }
        }
        return Dictionary(routes) { first, _ in first }
    }

    private func strayOperations(in file: SourceFile, _ areas: [String: String]) -> [Finding] {
        file.lines.enumerated().compactMap { index, line in
            let name = "      operationId: "
            guard line.hasPrefix(name), let area = areas[String(line.dropFirst(name.count))],
                area != file.stem
            else { return nil }
            return file.finding(index + 1, "move it to \(area).yaml, where its route is")
        }
    }

    private func strayComponents(in files: [SourceFile]) throws -> [String] {
        var places: [String: String] = [:]
        var uses: [String: Set<String>] = [:]
        var areas: [String: Set<String>] = [:]
        for file in files {
            let root = try #require(try Yams.compose(yaml: file.text)?.mapping)
            // Some components are used by what is added when files are joined.
            let joined = try Yams.compose(yaml: JoinedDocument.text(of: [file.stem: file.text]))
            areas[file.stem] = joined?.mapping?["paths"].map(references) ?? []
            for (kind, members) in root["components"]?.mapping ?? [:] {
                for (name, member) in members.mapping ?? [:] {
                    let component = "\(kind.string ?? "")/\(name.string ?? "")"
                    #expect(places[component] == nil, "\(component) is there twice")
                    places[component] = file.stem
                    uses[component] = references(in: member)
                }
            }
        }
        let users = areas.mapValues { reached(from: $0, by: uses) }
        return places.compactMap { component, place in
            let using = users.filter { $0.value.contains(component) }.map(\.key)
            let right = using.count == 1 ? using[0] : "components"
            return place == right ? nil : "\(component): move it from \(place) to \(right)"
        }.sorted()
    }

    private func reached(
        from components: Set<String>, by uses: [String: Set<String>]
    ) -> Set<String> {
        var found: Set<String> = []
        var open = Array(components)
        while let component = open.popLast() {
            if found.insert(component).inserted { open += uses[component] ?? [] }
        }
        return found
    }

    /// The components that a part of the document refers to, such as `schemas/Problem`.
    private func references(in node: Node) -> Set<String> {
        if let sequence = node.sequence {
            return sequence.reduce(into: []) { $0.formUnion(references(in: $1)) }
        }
        return (node.mapping ?? [:]).reduce(into: []) { found, member in
            if member.key.string == "$ref", let reference = member.value.string {
                found.insert(String(reference.dropFirst("#/components/".count)))
            } else {
                found.formUnion(references(in: member.value))
            }
        }
    }
}
