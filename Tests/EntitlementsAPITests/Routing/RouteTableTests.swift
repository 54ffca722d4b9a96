import HTTPServer
import HTTPTypes
import Testing

@testable import EntitlementsAPI

@Suite("Matching requests with routes")
struct RouteTableTests {
    private let table = RouteTable(routes: [
        route("list", .get, "/v1/things"),
        route("get", .get, "/v1/things/{thing_id}"),
        route("delete", .delete, "/v1/things/{thing_id}"),
        route("retry", .post, "/v1/things/{thing_id}/parts/{part_id}"),
        route("merge", .post, "/v1/things/merge"),
    ])

    @Test("a path is matched segment by segment, its parameters in their order")
    func matches() {
        #expect(found(.get, "/v1/things") == "list []")
        #expect(found(.get, "/v1/things/a") == #"get ["a"]"#)
        #expect(found(.delete, "/v1/things/a%2Fb") == #"delete ["a%2Fb"]"#)
        #expect(found(.post, "/v1/things/a/parts/..") == #"retry ["a", ".."]"#)
    }

    @Test("HEAD finds the routes of GET")
    func head() {
        #expect(found(.head, "/v1/things") == "list []")
        #expect(found(.head, "/v1/things/a/parts/b") == "only POST")
    }

    @Test(
        "a similar path has no route",
        arguments: [
            "/", "", "/v1", "/v1/things/", "/v1//things", "//v1/things", "/v1/things//parts/b",
            "/v1/Things", "/v1/%74hings", "/v1/things/a/b", "/v1/things/a/parts/b/",
            "/v1/./things", "v1/things",
        ])
    func near(_ path: String) {
        #expect(found(.get, path) == "nothing")
    }

    @Test("another method is refused with the allowed ones")
    func otherMethods() {
        #expect(found(.post, "/v1/things") == "only GET, HEAD")
        #expect(found(.put, "/v1/things/a") == "only GET, HEAD, DELETE")
    }

    @Test("a literal path is matched before one with a parameter")
    func writtenOut() {
        #expect(found(.post, "/v1/things/merge") == "merge []")
        #expect(found(.get, "/v1/things/merge") == #"get ["merge"]"#)
        #expect(found(.put, "/v1/things/merge") == "only POST")
        #expect(found(.put, "/v1/things/other") == "only GET, HEAD, DELETE")
    }

    private static func route(
        _ operationID: String, _ method: HTTPRequest.Method, _ path: PathTemplate
    ) -> Route {
        Route(operationID, method, path, .unauthenticated { _ in Response(status: .ok) })
    }

    private func found(_ method: HTTPRequest.Method, _ path: String) -> String {
        switch table.match(method, Substring(path)) {
        case .route(let index, let parameters):
            "\(table.routes[index].operationID) \(parameters)"
        case .otherMethods(let methods):
            "only \(methods.map(\.rawValue).joined(separator: ", "))"
        case .nothing: "nothing"
        }
    }
}
