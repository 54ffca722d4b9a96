import Entitlements
import TestSupport
import Testing

@Suite("Every change is delivered, whatever is killed", .soak)
struct DeliveredChangesTests {
    private static let rounds = TestEffort.share(of: 40, atLeast: 7)
    private static let changesInRound = TestEffort.share(of: 250, atLeast: 30)

    private enum Trouble: CaseIterable {
        case slowReceiver, failingReceiver, goneReceiver, deadReceiver, server, postmaster, backend
    }

    @Test(
        "with the receiver slow, failing, gone and dead, and server and Postgres killed",
        .timeLimit(.minutes(20)))
    func killedAtRandom() async throws {
        var random = TestEffort.generator(salt: 67)
        try await Installation.with { installation in
            try await ChangeReceiver.with { receiver in
                try await installation.start()
                let endpoint = try await installation.createEndpoint(receiver.url)
                var troubles: [Trouble] = []
                for round in 0..<Self.rounds {
                    if troubles.isEmpty { troubles = Trouble.allCases.shuffled(using: &random) }
                    let trouble = troubles.removeLast()
                    let target =
                        receiver.all.taken.count + Int.random(in: 0...10, using: &random)
                    await installation.addChanges(Self.changesInRound, inRound: round)
                    let hasBegun = await eventually { receiver.all.taken.count >= target }
                    #expect(hasBegun, "\(trouble)")
                    try await make(trouble, for: endpoint, in: installation, receiver)
                }
                try await expectDelivered(
                    Self.rounds * Self.changesInRound, to: endpoint, in: installation, receiver)
            }
        }
    }

    private func make(
        _ trouble: Trouble, for endpoint: String, in installation: Installation,
        _ receiver: ChangeReceiver
    ) async throws {
        switch trouble {
        case .server:
            await installation.killServer()
            try await installation.start()
        case .postmaster: try #require(await installation.killPostmaster())
        case .backend: try #require(await installation.killBackend())
        case .slowReceiver:
            let taken = receiver.all.taken.count
            try await receiver.become(.slow)
            await installation.addChanges(10, inRound: -1)
            #expect(await eventually { receiver.all.taken.count > taken + 5 })
        case .failingReceiver, .deadReceiver:
            try await receiver.become(trouble == .deadReceiver ? .dead : .failing)
            await installation.addChanges(10, inRound: -2)
            #expect(await eventually { await installation.failing(endpoint) > 0 })
        case .goneReceiver:
            try await receiver.become(.gone)
            await installation.addChanges(10, inRound: -3)
            #expect(await eventually { await installation.isOff(endpoint) })
        }
        try await receiver.become(.taking)
        if trouble == .goneReceiver {
            #expect(await eventually { await installation.switchOn(endpoint) })
        }
    }

    private func expectDelivered(
        _ count: Int, to endpoint: String, in installation: Installation,
        _ receiver: ChangeReceiver
    ) async throws {
        let written = try await installation.changeCount()
        #expect(written >= count)
        let isWhole = await eventually(withinSeconds: 300) {
            receiver.all.ids.count >= written
        }
        let all = receiver.all
        let repeated = all.taken.values.reduce(0) { $0 + $1 - 1 }
        print(
            "changes \(written), lost \(written - all.ids.count), delivered again \(repeated),",
            "refused \(all.refused), troubles \(Self.rounds)")
        #expect(isWhole)
        #expect(all.ids.count == written)
        #expect(all.ids.values.allSatisfy { $0.count == 1 }, "a change came under two ids")
        #expect(all.taken.count == written)
        let isQuiet = await eventually { await installation.failing(endpoint) == 0 }
        #expect(isQuiet)
    }
}

extension Installation {
    /// Creates an endpoint of Stockpot, and returns its id.
    fileprivate func createEndpoint(_ url: String) async throws -> String {
        let server = try #require(server)
        let body: JSONValue = ["url": .string(url)]
        let response = try await server.request(
            "POST", "/v1/admin/endpoints", authorization: "Bearer \(server.key("secret_key"))",
            body: body.bytes)
        let answer = try JSONParser.parse(response.body)
        return try #require(answer["endpoint_id"]?.string, "\(response.text)")
    }

    /// Switches the endpoint on; false if the server or its database is not there.
    fileprivate func switchOn(_ endpoint: String) async -> Bool {
        guard let server else { return false }
        let answer = try? await server.request(
            "PATCH", "/v1/admin/endpoints/\(endpoint)",
            authorization: "Bearer \(server.key("secret_key"))",
            body: Array(#"{"state":"on"}"#.utf8))
        return answer?.status == 200
    }

    /// Commits changes of app users of their own, also if the database must recover first.
    fileprivate func addChanges(_ count: Int, inRound round: Int) async {
        let isCommitted = await eventually {
            let rows = try? await administer(
                """
                insert into entitlements.pending_changes
                       (tenant_id, kind, app_user_id, after, cause, happened_at, recorded_at)
                select tenant.tenant_id, 'entitlements_changed', 'u_' || gen_random_uuid(),
                       '{"round": \(round)}', 'event', now(), now()
                  from entitlements.tenants tenant, generate_series(1, \(count))
                 where tenant.slug = 'stockpot'
                returning 1
                """)
            return rows != nil
        }
        #expect(isCommitted)
    }

    fileprivate func changeCount() async throws -> Int {
        let isNumbered = await eventually {
            let waiting = try? await administer("select from entitlements.pending_changes")
            return waiting?.isEmpty == true
        }
        #expect(isNumbered)
        return try await number("select count(*) from entitlements.change_entries")
    }

    /// How many deliveries fail; -1 if the database is away.
    fileprivate func failing(_ endpoint: String) async -> Int {
        let count = try? await number(
            """
            select count(*) from entitlements.deliveries
             where endpoint_id = '\(endpoint)' and due_at is not null
            """)
        return count ?? -1
    }

    fileprivate func isOff(_ endpoint: String) async -> Bool {
        let count = try? await number(
            """
            select count(*) from entitlements.endpoints
             where endpoint_id = '\(endpoint)' and off_reason = 'gone'
            """)
        return count == 1
    }

    private func number(_ query: String) async throws -> Int {
        let rows = try await administer(query)
        return rows.first?.first.flatMap { $0 }.flatMap { Int($0) } ?? -1
    }
}
