import Entitlements
import TestSupport
import Testing

@Suite("The server's documentation")
struct PagesTests {
    @Test("every address that the pages name is served, as a page or as a file")
    func links() async throws {
        try await TestAPI.run { api in
            var open = ["/"]
            var seen: Set<String> = ["/"]
            var titles: [String] = []
            while let address = open.popLast() {
                let response = try await api.page(address)
                #expect(response.status == 200, "\(address)")
                guard response["content-type"] == "text/html; charset=utf-8" else { continue }
                titles.append(address)
                for match in response.text.matches(of: #/href="([^"#]+)/#) {
                    let target = String(match.1)
                    guard target.hasPrefix("/"), seen.insert(target).inserted else { continue }
                    open.append(target)
                }
            }
            let operations = try Contract().operations
            #expect(operations.allSatisfy { seen.contains("/docs/operations/\($0.id)") })
            #expect(ErrorCode.allCases.allSatisfy { seen.contains("/errors/\($0.rawValue)") })
            #expect(seen.contains("/docs/recipes"))
            #expect(titles.count > operations.count + ErrorCode.allCases.count)
        }
    }

    @Test("a page may load nothing, and is not sent again to a client that has it")
    func headers() async throws {
        try await TestAPI.run { api in
            let page = try await api.page("/errors/cooldown")
            let policy = try #require(page["content-security-policy"])
            #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-"))
            #expect(!page.text.contains("<script"))
            #expect(!page.text.contains("src="))
            let tag = try #require(page["etag"])
            let again = try await api.page("/errors/cooldown", headers: [("If-None-Match", tag)])
            #expect(again.status == 304)
            #expect(again.body.isEmpty)
            let changed = try await api.page(
                "/errors/cooldown", headers: [("If-None-Match", "\"a\"")])
            #expect(changed.status == 200)
        }
    }

    @Test("an unknown page is a problem, whose type is the address of a page")
    func unknown() async throws {
        try await TestAPI.run { api in
            for address in ["/docs/no", "/docs/operations/no", "/errors/no", "/docs/../x"] {
                let response = try await api.page(address)
                #expect(response.status == 404, "\(address)")
                let problem = try JSONParser.parse(response.body)
                let type = try #require(problem["type"]?.string)
                #expect(try await api.page(type).status == 200)
                #expect(problem["fix"] == .string(ErrorCode.notFound.fix))
            }
        }
    }
}

extension TestAPI {
    /// Asks for an address of the site; a file counts as the document's operation.
    fileprivate func page(
        _ address: String, headers: [(String, String)] = []
    ) async throws -> RawHTTPResponse {
        let parts = address.split(separator: "/").map(String.init)
        let operation =
            switch (parts.first, parts.count) {
            case (nil, _): "getHome"
            case ("docs", 1): "listDocuments"
            case ("docs", 2): "getDocument"
            case ("docs", _): "getOperationDocument"
            case ("errors", _): "getErrorDocument"
            case ("livez", _): "getLiveness"
            case ("readyz", _): "getReadiness"
            default: "getOpenAPI"
            }
        return try await send(operation, "GET", address, headers: headers)
    }
}
