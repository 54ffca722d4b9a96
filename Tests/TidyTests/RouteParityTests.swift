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

    @Test("every route is in a file with its operation's name, a phone's with the server's")
    func routesAreNamed() {
        expectNone(sources.flatMap(findings))
    }

    @Test("every route is in the server's table")
    func routesAreServed() {
        let table = Set(sources.flatMap(tableEntries))
        expectNone(
            sources.flatMap { source in
                routes(in: source).filter { !table.contains($0.declaration) }.map {
                    source.file.finding($0.line, "add .\($0.declaration) to the RouteTable")
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
                static func getNotices(_ database: Database) -> Route {
                    Route(
                        "getNotices", .get, "/v1/users/{app_user_id}/notices",
                        me: "getMyNotices", "/v1/me/notices", key: .read
                    ) { request, subject in }
                }
            }
            let table = RouteTable(routes: [.joinHousehold(database), .getLiveness()])
            """, path: "Sources/EntitlementsAPI/Households/Join.swift")
        let join = Operation(id: "joinHousehold", method: "post", path: "/v1/households/{id}")
        let notices = ["getNotices", "getMyNotices"].map { id in
            let subject = id == "getNotices" ? "users/{app_user_id}" : "me"
            return Operation(id: id, method: "get", path: "/v1/\(subject)/notices")
        }
        #expect(routes(in: source).map(\.operation) == [join] + notices)
        #expect(
            routes(in: source).map(\.declaration) == ["joinHousehold", "getNotices", "getNotices"])
        #expect(tableEntries(in: source) == ["joinHousehold", "getLiveness"])
        #expect(findings(in: source).map(\.line) == [3, 6, 6])
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

    /// The routes, written as `Route("operationID", .method, "path", …)`, and those of phones,
    /// which follow as `me: "operationID", "path"`; with the name by which the table has them.
    private func routes(
        in source: SwiftSource
    ) -> [(operation: Operation, declaration: String, line: Int)] {
        let code = source.tokens.code
        return code.occurrences(of: ["Route", "("]).flatMap { start in
            guard start + 7 < code.count, code[start + 2].kind == .literal,
                code[start + 4] == ".", code[start + 7].kind == .literal
            else { return [(operation: Operation, declaration: String, line: Int)]() }
            let (id, method, line) = (code[start + 2].text, code[start + 5].text, code[start].line)
            let server = Operation(id: id, method: method, path: code[start + 7].text)
            guard start + 13 < code.count, code[start + 9] == "me",
                code[start + 11].kind == .literal, code[start + 13].kind == .literal
            else { return [(server, id, line)] }
            let phone = Operation(
                id: code[start + 11].text, method: method, path: code[start + 13].text)
            return [(server, id, line), (phone, id, line)]
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
            let name = route.declaration.prefix(1).uppercased() + route.declaration.dropFirst()
            guard source.file.stem != name else { return nil }
            return source.file.finding(route.line, "move \(route.declaration) to \(name).swift")
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
