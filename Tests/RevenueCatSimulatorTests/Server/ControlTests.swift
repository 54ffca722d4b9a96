import Entitlements
import RevenueCat
import RevenueCatSimulator
import TestSupport
import Testing

@Suite("The control API")
struct ControlTests {
    /// One act of each kind, in a possible order.
    private static let acts: [JSONValue] = [
        ["act": "see", "app_user_id": "$RCAnonymousID:1"],
        ["act": "purchase", "app_user_id": "$RCAnonymousID:1", "product_id": "plus_monthly"],
        ["act": "log_in", "app_user_id": "$RCAnonymousID:1", "to": "u"],
        [
            "act": "share_with_family", "app_user_id": "u", "product_id": "plus_monthly",
            "member": "m",
        ],
        ["act": "leave_family", "app_user_id": "m", "product_id": "plus_monthly"],
        ["act": "cancel", "app_user_id": "u", "product_id": "plus_monthly"],
        ["act": "uncancel", "app_user_id": "u", "product_id": "plus_monthly"],
        ["act": "extend", "app_user_id": "u", "product_id": "plus_monthly", "days": 3],
        ["act": "break_payment", "app_user_id": "u", "product_id": "plus_monthly"],
        ["act": "mend_payment", "app_user_id": "u", "product_id": "plus_monthly"],
        ["act": "refund", "app_user_id": "u", "product_id": "plus_monthly"],
        ["act": "reverse_refund", "app_user_id": "u", "product_id": "plus_monthly"],
        [
            "act": "change_product", "app_user_id": "u", "product_id": "plus_monthly",
            "new_product_id": "plus_annual", "deferred": true,
        ],
        [
            "act": "purchase", "app_user_id": "u", "product_id": "pro:monthly",
            "store": "play_store", "offer": "intro", "environment": "sandbox",
        ],
        ["act": "pause", "app_user_id": "u", "product_id": "pro:monthly", "days": 3],
        ["act": "resume", "app_user_id": "u", "product_id": "pro:monthly"],
        ["act": "grant", "app_user_id": "u", "entitlement_id": "pro", "days": 3],
        ["act": "revoke_grant", "app_user_id": "u", "entitlement_id": "pro"],
        ["act": "restore", "app_user_id": "v", "purchases_of": "u"],
        ["act": "transfer", "app_user_id": "v", "to": "m"],
        ["act": "purchase_in_outage", "app_user_id": "w", "product_id": "plus_weekly"],
        [
            "act": "settle_outage", "app_user_id": "w", "product_id": "plus_weekly",
            "valid": true,
        ],
        ["act": "issue_invoice", "app_user_id": "w", "product_id": "plus_weekly"],
    ]

    @Test("accepts every act")
    func acts() async throws {
        try await TestSimulator.run { server in
            for act in Self.acts {
                let response = try await server.control("POST", "/acts", act)
                #expect(response.status == 200, "\(act) \(response.text)")
            }
            #expect(
                server.receiver.deliveries.map(\.eventType).prefix(2) == [
                    "INITIAL_PURCHASE", "INITIAL_PURCHASE",
                ])
            #expect(server.receiver.deliveries.count == server.simulator.deliveryCounts.accepted)
            let ids = try await server.control("GET", "/customers").json["app_user_ids"]
            #expect(ids == ["u", "m", "v", "w"])
        }
    }

    @Test("an act is later than any read before it, even if the clock stands still")
    func order() async throws {
        try await TestSimulator.run { server in
            let act: JSONValue = [
                "act": "purchase", "app_user_id": "u", "product_id": "plus_monthly",
            ]
            let read = server.simulator.present
            #expect(try await server.control("POST", "/acts", act).status == 200)
            #expect(server.simulator.present > read)
            let purchasedAt = try await server.control("GET", "/truth/u").json["now"]
            #expect(purchasedAt == .string(read.advanced(bySeconds: 1).rfc3339))
        }
    }

    @Test("refuses an invalid act with a reason and RevenueCat's error number")
    func refusals() async throws {
        try await TestSimulator.run { server in
            server.simulator.withWorld { $0.settings.restoreBehavior = .keepWithOriginal }
            let acts: JSONValue = [
                "acts": [
                    ["act": "purchase", "app_user_id": "u", "product_id": "plus_monthly"],
                    ["act": "restore", "app_user_id": "v", "purchases_of": "u"],
                    ["act": "see", "app_user_id": "never"],
                ]
            ]
            let response = try await server.control("POST", "/acts", acts)
            #expect(response.status == 409)
            #expect(response.json == ["error": "receipt_in_use", "code": 7102])
            #expect(server.simulator.withWorld { $0.appUserIDs } == ["u"])
            for (body, pointer) in [
                (["act": "fly", "app_user_id": "u", "product_id": "x"], "/act"),
                (["act": "see"], "/app_user_id"),
                (["act": "pause", "app_user_id": "u", "product_id": "x"], "/days"),
                (
                    ["act": "extend", "app_user_id": "u", "product_id": "x", "days": "3"],
                    "/days"
                ),
            ] as [(JSONValue, String)] {
                let response = try await server.control("POST", "/acts", body)
                #expect(response.status == 400)
                #expect(response.json["pointer"]?.string == pointer)
            }
            #expect(try await server.send("POST", "/control/acts", body: "{").status == 400)
            #expect(try await server.control("GET", "/nothing").status == 404)
        }
    }

    @Test("moving the clock renews, delivers and retries, each at its time")
    func clock() async throws {
        try await TestSimulator.run {
            $0.signing = WebhookSigning(authorization: "Bearer a", secret: "s")
        } _: { server in
            let act: JSONValue = [
                "act": "purchase", "app_user_id": "u", "product_id": "plus_monthly",
            ]
            server.receiver.answer(503)
            #expect(try await server.control("POST", "/acts", act).status == 200)
            _ = try await server.control("POST", "/clock", ["seconds": 899])
            server.receiver.answer(200)
            let response = try await server.control("POST", "/clock", ["days": 30])
            #expect(response.json["now"] == "2026-01-31T00:15:00.000Z")
            let deliveries = server.receiver.deliveries
            #expect(deliveries.map(\.attempt) == [1, 2, 3, 1])
            #expect(
                deliveries.map(\.eventType)
                    == ["INITIAL_PURCHASE", "INITIAL_PURCHASE", "INITIAL_PURCHASE", "RENEWAL"])
            let times: [Timestamp] = [
                "2026-01-01T00:00:01Z", "2026-01-01T00:05:01Z", "2026-01-01T00:15:01Z",
                "2026-01-31T00:00:01Z",
            ]
            let signatures = deliveries.map { delivery in
                delivery.headers.first { $0.name == WebhookSigning.signatureHeader }?.value ?? ""
            }
            #expect(
                signatures.map { WebhookSignature(header: $0)?.seconds }
                    == times.map(\.secondsSinceEpoch))
            #expect(try await server.control("POST", "/clock", ["seconds": -1]).status == 409)
            #expect(
                try await server.control("POST", "/clock", ["to": "2026-02-02T00:00:00Z"]).status
                    == 200)
            #expect(try await server.control("POST", "/clock", ["to": "soon"]).status == 400)
            #expect(server.simulator.present == "2026-02-02T00:00:00Z")
        }
    }

    @Test("a refusal of an unknown product or entitlement names those of the project")
    func unknownNames() async throws {
        try await TestSimulator.run { server in
            let bought = try await server.control(
                "POST", "/acts", ["act": "purchase", "app_user_id": "u", "product_id": "plus"])
            #expect(bought.json["error"] == "unknown_product")
            let products = World.Catalog.example.products.map(\.id).joined(separator: ", ")
            #expect(
                bought.json["detail"]?.string == "The simulated project has: \(products).")
            let granted = try await server.control(
                "POST", "/acts", ["act": "grant", "app_user_id": "u", "entitlement_id": "gold"])
            #expect(granted.json["error"] == "unknown_entitlement")
            #expect(granted.json["detail"] == "The simulated project has: plus, pro.")
        }
    }

    @Test("shows truth, faults, limits, deliveries and statistics")
    func remaining() async throws {
        try await TestSimulator.run { server in
            let act: JSONValue = [
                "act": "purchase", "app_user_id": "u/1", "product_id": "plus_monthly",
            ]
            #expect(
                try await server.control("POST", "/acts", act).json["error"]
                    == "invalid_app_user_id")
            _ = try await server.control(
                "POST", "/acts",
                ["act": "purchase", "app_user_id": "u", "product_id": "plus_monthly"])
            let truth = try await server.control("GET", "/truth/u").json
            #expect(truth["access"]?.array?.first?["until"] == "2026-01-31T00:00:02.000Z")
            #expect(truth["access"]?.array?.first?["entitlement_ids"] == ["plus"])

            let faults: JSONValue = [
                "faults": [["kind": "unavailable", "count": 1, "retry_after_seconds": 300]]
            ]
            #expect(try await server.control("PUT", "/faults", faults).status == 200)
            #expect(try await server.v1("u")["retry-after"] == "300")
            #expect(
                try await server.control("PUT", "/faults", ["faults": [["kind": "x"]]]).status
                    == 400)
            #expect(
                try await server.control("PUT", "/limits", ["requests_per_minute": 1]).status == 200
            )
            _ = try await server.v1("u")
            #expect(try await server.v1("u").status == 429)
            #expect(
                try await server.control("PUT", "/limits", ["requests_per_minute": nil]).status
                    == 200)
            #expect(try await server.v1("u").status == 200)

            #expect(try await server.control("PUT", "/delivery", ["loss": 1]).status == 200)
            _ = try await server.control("POST", "/clock", ["days": 31])
            let statistics = try await server.control("GET", "/statistics").json
            #expect(statistics["requests"] == 4)
            #expect(statistics["early_requests"] == 3)
            #expect(statistics["statuses"] == ["200": 2, "429": 1, "503": 1])
            #expect(statistics["reads"] == ["subscriber": 2])
            #expect(statistics["webhooks"]?["events"] == 2)
            #expect(statistics["webhooks"]?["lost"] == 1)
            #expect(statistics["webhooks"]?["accepted"] == 1)
            let reset = try await server.control("DELETE", "/statistics").json
            #expect(reset["requests"] == 0)
        }
    }
}

@Suite("A world that follows a clock")
struct FollowingClockTests {
    @Test("has the clock's time plus the time it was moved")
    func following() async throws {
        var configuration = SimulatorConfiguration()
        configuration.clock = .following { World.start.advanced(byDays: 10) }
        let receiver = TestSimulator.Receiver()
        let simulator = Simulator(
            world: .empty(), configuration: configuration, seed: 1, deliver: { receiver.take($0) })
        try simulator.withWorld { world throws(Refusal) in
            #expect(world.present == World.start.advanced(byDays: 10))
            try world.purchase(by: "u", "plus_monthly")
        }
        #expect(receiver.deliveries.isEmpty)
        await simulator.deliverDue()
        #expect(receiver.deliveries.map(\.eventType) == ["INITIAL_PURCHASE"])
        await simulator.advance(to: World.start.advanced(byDays: 40))
        #expect(receiver.deliveries.map(\.eventType) == ["INITIAL_PURCHASE", "RENEWAL"])
        #expect(simulator.withWorld { $0.present } == World.start.advanced(byDays: 40))
    }
}
