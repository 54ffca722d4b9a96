import Entitlements
import RevenueCatSimulator
import TestSupport
import Testing

@Suite("The APIs over HTTP")
struct ReadTests {
    private static let anonymous = "$RCAnonymousID:00000000000000000000000000000001"
    private static let encoded = "%24RCAnonymousID%3A00000000000000000000000000000001"

    @Test("v1 creates with 201 and then answers 200; ids are decoded once")
    func v1() async throws {
        try await TestSimulator.run { server in
            #expect(try await server.v1(Self.encoded).status == 201)
            let again = try await server.v1(Self.encoded)
            #expect(again.status == 200)
            let original = again.json["subscriber"]?["original_app_user_id"]
            #expect(original?.string == Self.anonymous)
            #expect(try await server.v1("null").status == 400)
            #expect(server.simulator.statistics.created == 1)
        }
    }

    @Test("v2 answers 404 and creates no customer")
    func v2Unknown() async throws {
        try await TestSimulator.run { server in
            for path in ["", "/aliases", "/subscriptions", "/purchases", "/active_entitlements"] {
                let response = try await server.v2("customers/u\(path)")
                #expect(response.status == 404)
                #expect(response.json["type"] == "resource_missing")
                #expect(response.json["retryable"] == false)
            }
            #expect(server.simulator.withWorld { $0.customerCount } == 0)
        }
    }

    @Test("v2's lists, searches and products are at the documented paths")
    func v2Routes() async throws {
        try await TestSimulator.run { server in
            try server.simulator.withWorld { world throws(Refusal) in
                try world.purchase(by: Self.anonymous, "plus_monthly")
                try world.purchase(by: Self.anonymous, "plus_lifetime")
            }
            let id = Self.encoded
            let subscription = try await server.v2("customers/\(id)/subscriptions").json
            let item = try #require(subscription["items"]?.array?.first)
            let transaction = try #require(item["store_subscription_identifier"]?.string)
            let product = try #require(item["product_id"]?.string)
            for (path, count) in [
                ("customers", 1), ("customers/\(id)/aliases", 1), ("products", 6),
                ("customers/\(id)/purchases?environment=sandbox", 0),
                ("customers/\(id)/purchases?environment=production", 1), ("entitlements", 2),
                ("customers/\(id)/active_entitlements", 1),
                ("subscriptions?store_subscription_identifier=\(transaction)", 1),
                ("purchases?store_purchase_identifier=\(transaction)", 0),
            ] {
                let response = try await server.v2(path)
                #expect(response.status == 200, "\(path)")
                #expect(response.json["items"]?.array?.count == count, "\(path)")
            }
            #expect(try await server.v2("products/\(product)").json["id"]?.string == product)
            #expect(try await server.v2("customers/\(id)").json["id"]?.string == Self.anonymous)
            #expect(try await server.v2("subscriptions").status == 404)
        }
    }

    @Test("v2's links lead through the pages, on the requested host")
    func pages() async throws {
        try await TestSimulator.run { server in
            try server.simulator.withWorld { world throws(Refusal) in
                for _ in 0..<5 { try world.purchase(by: "u", "coins_100") }
            }
            var ids: [String] = []
            var path: String? = "customers/u/purchases?limit=2"
            let prefix = "http://simulator.test/v2/projects/proj1simulated/"
            while let next = path {
                let page = try await server.v2(next).json
                ids += page["items"]?.array?.compactMap { $0["id"]?.string } ?? []
                path = page["next_page"]?.string.map { link in
                    #expect(link.hasPrefix(prefix))
                    return String(link.dropFirst(prefix.count))
                }
            }
            #expect(ids.count == 5 && Set(ids).count == 5)
        }
    }

    @Test("v2's transfer moves purchases")
    func transfer() async throws {
        try await TestSimulator.run { server in
            try server.simulator.withWorld { world throws(Refusal) in
                try world.purchase(by: "u", "plus_lifetime")
                try world.see("v")
            }
            let response = try await server.send(
                "POST", "/v2/projects/proj1simulated/customers/u/actions/transfer",
                key: TestSimulator.v2Key, body: #"{"target_customer_id":"v"}"#)
            #expect(response.status == 200)
            #expect(response.json["target_customer"]?["id"] == "v")
            #expect(server.simulator.withWorld { $0.has("plus_lifetime", "v") })
        }
    }

    @Test("each API has its own key")
    func keys() async throws {
        try await TestSimulator.run { server in
            let (v1, v2) = ("/v1/subscribers/u", "/v2/projects/proj1simulated/customers")
            for (target, key, status) in [
                (v1, nil, 401), (v1, "wrong", 401), (v1, TestSimulator.v2Key, 403),
                (v2, nil, 401), (v2, TestSimulator.v1Key, 401),
                ("/v2/projects/another/customers", TestSimulator.v2Key, 403),
                ("/v3", TestSimulator.v2Key, 404),
            ] as [(String, String?, Int)] {
                let response = try await server.send("GET", target, key: key)
                #expect(response.status == status)
            }
            #expect(server.simulator.statistics.created == 0)
            #expect(server.simulator.statistics.statuses == [401: 4, 403: 2, 404: 1])
        }
    }

    @Test("the Date header is the world's time")
    func date() async throws {
        try await TestSimulator.run { server in
            let first = try await server.v1("u")
            #expect(first["date"] == "Thu, 01 Jan 2026 00:00:00 GMT")
            await server.simulator.advance(to: "2028-02-29T13:05:09Z")
            #expect(try await server.v1("u")["date"] == "Tue, 29 Feb 2028 13:05:09 GMT")
        }
    }
}
