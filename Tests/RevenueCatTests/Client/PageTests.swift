import Entitlements
import RevenueCat
import TestSupport
import Testing

@Suite("Reading a list of v2", .timeLimit(.minutes(5)))
struct PageTests {
    /// Answers the list of aliases with one id per page and the given next page.
    private static func script(
        next: @escaping @Sendable (ServerRequest, Int) -> JSONValue?
    ) -> Upstream.Script {
        { request, number in
            guard request.target.contains("aliases") || request.target.contains("after") else {
                return .list([])
            }
            let page: JSONValue = ["object": "list", "items": [["id": .string("id_\(number)")]]]
            return .json(page.setting("next_page", next(request, number)))
        }
    }

    private func read(
        maximumPages: Int = 50, next: @escaping @Sendable (ServerRequest, Int) -> JSONValue?
    ) async throws -> (Swift.Result<Snapshot?, RevenueCatError>, targets: [String]) {
        try await withClient(
            of: .v2(projectID: "p"), configure: { $0.maximumPages = maximumPages },
            answering: Self.script(next: next)
        ) { running in
            (await running.snapshot(), running.upstream.targets)
        }
    }

    @Test(
        "follows the link, relative or absolute",
        arguments: [
            "/v2/projects/p/customers/u_42/aliases?starting_after=%24RC_PREVIEW&limit=3",
            "http://HOST/v2/projects/p/customers/u_42/aliases?starting_after=%24RC&limit=3",
            "HTTP://HOST/somewhere/after?x=%25%2F$:",
        ])
    func nextPage(page: String) async throws {
        let (result, targets) = try await read { request, number in
            let host = request["host"].first ?? ""
            let link = page.components(around: "HOST").joined(separator: host)
            return number == 0 ? .string(link) : nil
        }
        let path = try #require(page.components(around: "HOST").last)
        #expect(targets.dropFirst().first == path)
        #expect(try result.get()?.appUserIDs == ["u_42", "id_0", "id_1"])
    }

    @Test("ends at a page without a link", arguments: [nil, .null, ""] as [JSONValue?])
    func lastPage(page: JSONValue?) async throws {
        let (result, targets) = try await read { _, _ in page }
        #expect(try result.get()?.appUserIDs == ["u_42", "id_0"])
        #expect(targets.count { $0.hasSuffix("/aliases") } == 1)
    }

    @Test(
        "never leaves the configured server",
        arguments: [
            "//127.0.0.1/v2/after", "https://HOST/v2/after", "http://HOST@evil.test/after",
            "http://HOST.evil.test/after", "http://evil.test/after", "http://HOST",
            "http://HOST\\@evil.test/after", "http://127.0.0.1:1/after", "ftp://HOST/after",
            "v2/after", "?starting_after=1", "javascript:0",
        ])
    func otherServer(page: String) async throws {
        let (result, targets) = try await read { request, _ in
            let host = request["host"].first ?? ""
            let parts = page.components(around: "HOST")
            return .string(parts.joined(separator: host))
        }
        #expect(result == .failure(.unreadable(reason: "next_page_elsewhere")))
        #expect(targets.count == 1)
    }

    @Test("has a maximum number of pages")
    func loops() async throws {
        let (same, _) = try await read { request, _ in .string(request.target) }
        #expect(same == .failure(.unreadable(reason: "next_page_seen_before")))
        let (round, targets) = try await read { _, number in .string("/after?\(number % 2)") }
        #expect(round == .failure(.unreadable(reason: "next_page_seen_before")))
        #expect(targets.count == 3)
        let (long, pages) = try await read(maximumPages: 4) { _, number in
            .string("/after?\(number)")
        }
        #expect(long == .failure(.unreadable(reason: "too_many_pages")))
        #expect(pages.count == 4)
    }

    @Test(
        "returns all pages or an error",
        arguments: [
            (["next_page": nil], "items_missing"), (["items": [:]], "items_not_an_array"),
            (["items": [1]], "items_not_an_array_of_objects"),
            (["items": [], "next_page": 2], "next_page_not_a_string"),
        ] as [(JSONValue, String)])
    func unreadable(body: JSONValue, reason: String) async throws {
        try await withClient(of: .v2(projectID: "p"), answering: { _, _ in .json(body) }) {
            #expect(await $0.failure() == .unreadable(reason: reason))
        }
    }

    @Test("requests each linked page")
    func missingPage() async throws {
        try await withClient(of: .v2(projectID: "p")) { _, number in
            number == 0 ? .json(["items": [], "next_page": "/after"]) : .missing
        } _: { running in
            #expect(await running.failure() == .unreadable(reason: "next_page_missing"))
        }
    }
}

extension String {
    /// The parts before and after a word, or the whole text without it.
    fileprivate func components(around word: String) -> [String] {
        guard let place = firstRange(of: word) else { return [self] }
        return [String(self[..<place.lowerBound]), String(self[place.upperBound...])]
    }
}
