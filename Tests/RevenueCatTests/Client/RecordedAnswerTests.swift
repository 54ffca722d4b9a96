import Entitlements
import Foundation
import RevenueCat
import TestSupport
import Testing

/// The files are beside the repository, if present, as they may not be copied into it.
@Suite("RevenueCat's recorded answers", .timeLimit(.minutes(5)))
struct RecordedAnswerTests {
    private static let folder = PackageRoot.url.appending(path: "../shared/revenuecat")
        .standardizedFileURL

    private static func files(in path: String) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(
            atPath: folder.appending(path: path).path)
        return (names ?? []).filter { $0.hasSuffix(".json") }.sorted().map { "\(path)/\($0)" }
    }

    private static func body(_ file: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: file)))
    }

    private static func answer(_ file: String, status: Int = 200) -> UpstreamAnswer {
        .answer(status: status, headers: [:], body: (try? body(file)) ?? [])
    }

    private static let subscribers =
        files(in: "subscribers-v1") + files(in: "subscribers-v1/malformed")

    @Test(
        "of v1 are read whole or refused", .enabled(if: !subscribers.isEmpty),
        arguments: subscribers)
    func subscriber(file: String) async throws {
        let subscriber = try JSONParser.parse(try Self.body(file))["subscriber"]
        let result = try await withClient(answering: { _, _ in Self.answer(file) }) {
            await $0.snapshot()
        }
        let subscriptions = subscriber?["subscriptions"]?.object?.members ?? []
        if file.hasPrefix("subscribers-v1/malformed"), file.hasSuffix("requestdate.json") {
            #expect(throws: RevenueCatError.self) { try result.get() }
        } else if subscriber?["non_subscriptions"] == nil {
            // Invented for SDK tests: every recorded answer has both maps.
            #expect(result == .failure(.unreadable(reason: "non_subscriptions_missing")))
        } else if subscriptions.contains(where: { $0.value["expires_date"] == nil }) {
            #expect(result == .failure(.unreadable(reason: "expires_date_missing")))
        } else {
            let oneTime = subscriber?["non_subscriptions"]?.object?.members ?? []
            let count = oneTime.reduce(subscriptions.count) { $0 + ($1.value.array?.count ?? 0) }
            // Entries without store and transaction stand for entitlements without a purchase.
            let listed = try result.get()?.purchases.filter {
                $0.store != nil || $0.transactionID != nil
            }
            #expect(listed?.count == count)
        }
    }

    private static let errors = files(in: "subscribers-v1/errors") + files(in: "v2/errors")

    /// The prefixes of the files' names, with their status and error.
    private static let meanings: [(prefix: String, status: Int, error: RevenueCatError)] = [
        ("7110", 500, .unavailable(retryAfterSeconds: nil)),
        ("7226", 400, .unreadable(reason: "status_unexpected")),
        ("http400", 400, .unreadable(reason: "status_unexpected")),
        ("http401", 401, .unauthorized),
        ("badrequest", 400, .unreadable(reason: "status_unexpected")),
        ("conflict", 409, .unreadable(reason: "status_unexpected")),
        ("unprocessable", 422, .unreadable(reason: "status_unexpected")),
        ("locked", 423, .busy(retryAfterSeconds: 1)),
        ("unauthorized", 401, .unauthorized), ("forbidden", 403, .unauthorized),
    ]

    @Test("of failures have their error", .enabled(if: !errors.isEmpty), arguments: errors)
    func error(file: String) async throws {
        let name = try #require(file.split(separator: "/").last)
        let meaning = try #require(Self.meanings.first { name.hasPrefix($0.prefix) })
        try await withClient { _, _ in
            Self.answer(file, status: meaning.status)
        } _: { running in
            #expect(await running.failure() == meaning.error)
        }
    }

    private static let customers =
        ["recorded", "openapi-examples", "docs-samples"].flatMap { files(in: "v2/\($0)") }

    @Test(
        "of v2 are read whole or refused", .enabled(if: !customers.isEmpty),
        arguments: customers)
    func customer(file: String) async throws {
        let isList = try JSONParser.parse(try Self.body(file))["object"] == "list"
        try await withClient(of: .v2(projectID: "p")) { request, _ in
            request.target.hasSuffix("/aliases") ? Self.answer(file) : .list([])
        } _: { running in
            let result = await running.snapshot()
            if !isList {
                #expect(result == .failure(.unreadable(reason: "items_missing")))
            } else if file.hasSuffix("projects_PROJ_customers.json") {
                #expect(result == .failure(.unreadable(reason: "next_page_elsewhere")))
            } else {
                #expect(throws: Never.self) { try result.get() }
            }
        }
    }

    @Test("of v2 make one snapshot", .enabled(if: !customers.isEmpty))
    func wholeCustomer() async throws {
        let subscription = try JSONParser.parse(
            try Self.body("v2/openapi-examples/subscription.json"))
        try await withClient(of: .v2(projectID: "PROJ")) { request, _ in
            let path = request.target.prefix { $0 != "?" }
            switch path.split(separator: "/").last {
            case "aliases":
                return Self.answer("v2/recorded/projects_PROJ_customers_CUST_aliases.json")
            case "subscriptions": return .list([subscription])
            case "purchases" where path == request.target:
                return Self.answer("v2/openapi-examples/listpurchases.json")
            case "purchases": return .list([])
            default: return Self.answer("v2/recorded/projects_PROJ_products_PROD.json")
            }
        } _: { running in
            let snapshot = try #require(try await running.client.snapshot(of: "id_test_033"))
            #expect(snapshot.appUserIDs == ["id_test_033"])
            #expect(snapshot.purchases.map(\.isOneTime) == [false, true])
            #expect(snapshot.purchases.allSatisfy { $0.transactionID == "12345678" })
            #expect(
                snapshot.purchases.allSatisfy {
                    $0.productID == "com.revenuecat.simpleapp.yearly"
                })
        }
    }
}
