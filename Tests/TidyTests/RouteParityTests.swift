import Testing
import Yams

/// An operation's id with its method and path.
private struct Operation: Hashable, CustomStringConvertible {
    let id: String
    let method: String
    let path: String

    var description: String { "\(method) \(path) (\(id))" }
}

@Suite("Routes match the OpenAPI document")
struct RouteParityTests {
    @Test("every route is documented, and every documented operation is a route")
    func routesAreDocumented() throws {
        let documented = try operations(in: Repository.openAPI)
        let served = Set(sources.flatMap(routes).map(\.operation))
        let undocumented = served.subtracting(documented).map(\.description).sorted()
        let unserved = documented.subtracting(served).map(\.description).sorted()
        #expect(undocumented == [], "add these to openapi.yaml")
        #expect(unserved == [], "write these routes, or remove them from openapi.yaml")
    }

    @Test("every route is in a file with its operation's name")
    func routesAreNamed() {
        expectNone(sources.flatMap(findings))
    }

    @Test("every route is in the server's table")
    func routesAreServed() {
        let table = Set(sources.flatMap(tableEntries))
        expectNone(
            sources.flatMap { source in
                routes(in: source).filter { !table.contains($0.operation.id) }.map {
                    source.file.finding($0.line, "add .\($0.operation.id) to the RouteTable")
                }
            })
    }

    @Test("the test reads routes, their table and the document's operations")
    func formsAreUnderstood() throws {
        let source = SwiftSource(
            """
            extension Route {
                static func joinHousehold(_ database: Database) -> Route {
                    Route("joinHousehold", .post, "/v1/households/{id}", .secret { _ in })
                }
            }
            let table = RouteTable(routes: [.joinHousehold(database), .getLiveness()])
            """, path: "Sources/EntitlementsAPI/Households/Join.swift")
        let join = Operation(id: "joinHousehold", method: "post", path: "/v1/households/{id}")
        #expect(routes(in: source).map(\.operation) == [join])
        #expect(tableEntries(in: source) == ["joinHousehold", "getLiveness"])
        #expect(findings(in: source).map(\.line) == [3])
        let yaml = """
            paths:
              /v1/households/{id}:
                parameters: []
                post: {operationId: joinHousehold}
            """
        #expect(try operations(in: yaml) == [join])
    }

    private var sources: [SwiftSource] {
        Repository.swift.filter { $0.file.isUnder("Sources/EntitlementsAPI") }
    }

    /// The routes, written as `Route("operationID", .method, "path", …)`.
    private func routes(in source: SwiftSource) -> [(operation: Operation, line: Int)] {
        let code = source.tokens.code
        return code.occurrences(of: ["Route", "("]).compactMap { start in
            guard start + 7 < code.count, code[start + 2].kind == .literal,
                code[start + 4] == ".", code[start + 7].kind == .literal
            else { return nil }
            let operation = Operation(
                id: code[start + 2].text, method: code[start + 5].text, path: code[start + 7].text)
            return (operation, code[start].line)
        }
    }

    private func tableEntries(in source: SwiftSource) -> [String] {
        let code = source.tokens.code
        return code.occurrences(of: ["RouteTable", "(", "routes", ":", "["]).flatMap { start in
            let entries = code[(start + 4)...].prefix { !($0 == "]") }
            return entries.indices.filter {
                code[$0] == "." && (code[$0 - 1] == "[" || code[$0 - 1] == ",")
            }.map { code[$0 + 1].text }
        }
    }

    private func findings(in source: SwiftSource) -> [Finding] {
        routes(in: source).compactMap { route in
            let name = route.operation.id.prefix(1).uppercased() + route.operation.id.dropFirst()
            guard source.file.stem != name else { return nil }
            return source.file.finding(route.line, "move \(route.operation.id) to \(name).swift")
        }
    }

    private func operations(in yaml: String) throws -> Set<Operation> {
        let paths = try #require(try Yams.compose(yaml: yaml)?["paths"]?.mapping)
        let methods: Set<String> = ["get", "put", "post", "delete", "patch", "head", "options"]
        var operations: Set<Operation> = []
        for (path, item) in paths {
            for (method, operation) in item.mapping ?? [:] {
                guard let path = path.string, let method = method.string, methods.contains(method)
                else { continue }
                let id = try #require(operation["operationId"]?.string, "\(method) \(path)")
                operations.insert(Operation(id: id, method: method, path: path))
            }
        }
        return operations
    }
}
