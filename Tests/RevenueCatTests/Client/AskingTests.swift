import Entitlements
import RevenueCat
import TestSupport
import Testing

@Suite("Requests to RevenueCat", .timeLimit(.minutes(5)))
struct AskingTests {
    @Test(
        "encode every special byte of an id",
        arguments: [
            ("u_42", "u_42"), ("$RCAnonymousID:9f", "%24RCAnonymousID%3A9f"),
            ("a/b?c#d", "a%2Fb%3Fc%23d"), ("a b+c", "a%20b%2Bc"), ("é", "%C3%A9"),
            ("e\u{301}", "e%CC%81"), ("100%25", "100%2525"), ("-._~", "-._~"), ("...", "..."),
            ("a\u{0}b\r\n", "a%00b%0D%0A"), ("../../v2", "..%2F..%2Fv2"),
        ])
    func encodesIDs(id: String, part: String) async throws {
        let script: Upstream.Script = { request, _ in
            request.target.hasPrefix("/v1") ? .text("{}", status: 400) : .missing
        }
        let target = try await withClient(answering: script) { running in
            _ = await running.snapshot(of: id)
            return running.upstream.targets
        }
        #expect(target == ["/v1/subscribers/\(part)"])
        let targets = try await withClient(
            of: .v2(projectID: "proj/1"), answering: script
        ) { running in
            _ = await running.snapshot(of: id)
            return running.upstream.targets
        }
        #expect(targets == ["/v2/projects/proj%2F1/customers/\(part)/aliases"])
    }

    @Test("are not made for an id that would change the path", arguments: ["", ".", ".."])
    func refusesIDs(id: String) async throws {
        for version in [RevenueCatSettings.APIVersion.v1, .v2(projectID: "p")] {
            try await withClient(of: version, answering: { _, _ in .missing }) { running in
                let error = await running.failure(of: id)
                #expect(error == .unreadable(reason: "id_cannot_be_asked_for"))
                #expect(running.upstream.targets == [])
            }
        }
    }

    @Test("have the key, accept JSON, and name no platform")
    func headers() async throws {
        try await withClient(answering: { _, _ in .json([:]) }) { running in
            _ = await running.snapshot()
            let request = try #require(running.upstream.requests.first)
            #expect(request.method == "GET")
            #expect(request["authorization"] == ["Bearer \(testKey)"])
            #expect(request["accept"] == ["application/json"])
            #expect(request["x-platform"] == [])
        }
    }

    @Test("come from settings that do not show the key")
    func hidesKey() {
        let settings = RevenueCatSettings(apiVersion: .v1, apiKey: testKey)
        #expect(settings.serverURL == "https://api.revenuecat.com")
        var dumped = ""
        dump(settings, to: &dumped)
        for text in ["\(settings)", String(reflecting: settings), dumped] {
            #expect(!text.contains(testKey))
            #expect(text.contains("api.revenuecat.com"))
        }
    }

    @Test("are one in v1 and three in v2 for a snapshot of a buyer")
    func cost() async throws {
        let grant: JSONValue = [
            "store": "promotional", "environment": "production",
            "purchased_at": 1_777_622_400_000,
        ]
        let versions: [(RevenueCatSettings.APIVersion, Int)] = [(.v1, 1), (.v2(projectID: "p"), 3)]
        for (version, cost) in versions {
            let script: Upstream.Script = { request, _ in
                .list(request.target.hasSuffix("/purchases") ? [grant] : [])
            }
            try await withClient(of: version, answering: script) { running in
                _ = await running.snapshot()
                #expect(running.upstream.targets.count == cost)
                #expect(running.client.requestsPerSnapshot == cost)
            }
        }
    }
}
