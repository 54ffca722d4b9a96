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
                let isPage = response["content-type"] == "text/html; charset=utf-8"
                if isPage { titles.append(address) }
                let named =
                    isPage
                    ? response.text.matches(of: #/(?:href|src|data-index)="([^"#]+)/#).map(\.1)
                    : address == "/llms.txt"
                        ? response.text.matches(of: #/\]\(([^)]+)\)/#).map(\.1) : []
                for target in named.map(String.init)
                where target.hasPrefix("/") && seen.insert(target).inserted {
                    open.append(target)
                }
            }
            let operations = try Contract.shared().operations
            #expect(operations.allSatisfy { seen.contains("/docs/operations/\($0.id)") })
            #expect(ErrorCode.allCases.allSatisfy { seen.contains("/errors/\($0.rawValue)") })
            for document in ["recipes", "recipes.md", "readme", "operations/getEntitlements.md"] {
                #expect(seen.contains("/docs/\(document)"))
            }
            #expect(seen.count { $0.hasPrefix("/assets/") } == 3)
            #expect(titles.count > operations.count + ErrorCode.allCases.count)
        }
    }

    @Test("every heading that a page or the search names is on its page")
    func headings() async throws {
        try await TestAPI.run { api in
            let home = try await api.page("/").text
            let path = try #require(home.firstMatch(of: #/data-index="([^"]+)/#)?.1)
            let index = try await api.page(String(path))
            #expect(index["cache-control"] == "public, max-age=31536000, immutable")
            var addresses = try #require(try JSONParser.parse(index.body).array)
                .compactMap { $0.array?[2].string }
            for page in ["/docs", "/docs/recipes", "/docs/operations/getEntitlements"] {
                addresses += try await api.page(page).text.matches(of: #/href="([^"]*#[^"]+)"/#)
                    .map { $0.1.hasPrefix("#") ? page + $0.1 : String($0.1) }
                    .filter { $0.hasPrefix("/") }
            }
            var pages: [String: String] = [:]
            for address in Set(addresses) where address.contains("#") {
                let parts = address.split(separator: "#").map(String.init)
                if pages[parts[0]] == nil { pages[parts[0]] = try await api.page(parts[0]).text }
                #expect(pages[parts[0]]?.contains("id=\"\(parts[1])\"") == true, "\(address)")
            }
            #expect(addresses.count > 300)
        }
    }

    @Test("a recipe's lines lead to their operations, and an operation's page to its recipes")
    func recipes() async throws {
        try await TestAPI.run { api in
            let recipes = try await api.page("/docs/recipes").text
            let operation = try await api.page("/docs/operations/createGrant").text
            #expect(
                recipes.contains("<a href=\"/docs/operations/createGrant\">/v1/users/u_9/grants"))
            #expect(operation.contains("<li><a href=\"/docs/recipes#grants\">Grants</a>"))
            // Every line of the recipes that asks this API is found.
            let asked = recipes.matches(of: #/\$ADDRESS(?:<a|[^<])/#)
            #expect(asked.count > 50)
            #expect(asked.allSatisfy { $0.output.hasSuffix("<a") })
        }
    }

    @Test("a page may load our files only, and is not sent again to a client that has it")
    func headers() async throws {
        try await TestAPI.run { api in
            let page = try await api.page("/errors/cooldown")
            let policy = try #require(page["content-security-policy"])
            #expect(policy.hasPrefix("default-src 'none'; script-src 'sha256-"))
            #expect(policy.contains("style-src 'self'; "))
            #expect(page.text.matches(of: #/<script/#).count == 1)
            #expect(!page.text.contains("<style"))
            #expect(!page.text.contains(" style="))
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
            for address in [
                "/docs/no", "/docs/no.md", "/docs/operations/no", "/docs/operations/no.md",
                "/errors/no", "/docs/../x", "/assets/hearth.css",
            ] {
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
            case ("llms.txt", _): "listTexts"
            case ("assets", _): "getPageFile"
            case ("livez", _): "getLiveness"
            case ("readyz", _): "getReadiness"
            default: "getOpenAPI"
            }
        return try await send(operation, "GET", address, headers: headers)
    }
}
