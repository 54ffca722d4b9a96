import TestSupport
import Testing

@Suite("Acknowledged events are kept and applied once, whichever process is killed", .soak)
struct AcknowledgedMeansKeptTests {
    private static let senders = TestEffort.share(of: 6, atLeast: 2)
    private static let kills = TestEffort.share(of: 21, atLeast: Victim.allCases.count)

    private enum Victim: CaseIterable {
        case server, postmaster, backend
    }

    @Test(
        "under load, with the server, the postmaster and backends killed at random",
        .timeLimit(.minutes(5)))
    func killedAtRandom() async throws {
        let seed = TestEffort.seed
        try await Installation.with { installation in
            try await installation.start()
            let acknowledgements = Acknowledgements()
            try await withThrowingTaskGroup { group in
                for sender in 0..<Self.senders {
                    let random = SeededGenerator(seed: seed &+ UInt64(sender))
                    group.addTask {
                        await acknowledgements.send(
                            as: sender, to: installation, using: random)
                    }
                }
                defer { group.cancelAll() }
                try await kill(in: installation, under: acknowledgements, seed: seed)
            }
            try await expectKept(acknowledgements, in: installation)
        }
    }

    /// Kills victims one after another, each after a random number of acknowledgements, so that it
    /// may still be recovering.
    private func kill(
        in installation: Installation, under acknowledgements: Acknowledgements, seed: UInt64
    ) async throws {
        var random = SeededGenerator(seed: seed)
        var victims: [Victim] = []
        for _ in 0..<Self.kills {
            try Task.checkCancellation()
            if victims.isEmpty { victims = Victim.allCases.shuffled(using: &random) }
            let victim = victims.removeLast()
            try await expectProgress(
                by: Int.random(in: 0...20, using: &random), of: acknowledgements,
                "before a \(victim) was to be killed")
            switch victim {
            case .server:
                await installation.killServer()
                try await installation.start()
            case .postmaster: try #require(await installation.killPostmaster())
            case .backend: try #require(await installation.killBackend())
            }
        }
        // Some of these requests began after the last kill.
        try await expectProgress(
            by: 10 * Self.senders, of: acknowledgements, "after the last kill")
    }

    private func expectProgress(
        by count: Int, of acknowledgements: Acknowledgements, _ when: Comment
    ) async throws {
        let target = acknowledgements.count + count
        try #require(
            await eventually { acknowledgements.count >= target }, when)
    }
}

// MARK: The state in the end

extension AcknowledgedMeansKeptTests {
    private func expectKept(
        _ acknowledgements: Acknowledgements, in installation: Installation
    ) async throws {
        let largestSet = try await installation.largestSet()
        try await applyFailed(in: installation)
        let statuses = try await installation.statuses()
        let evidence = try await installation.evidenceCounts()
        let all = acknowledgements.all
        let acknowledged = all.appUserIDs
        let lost = acknowledged.keys.filter { statuses[$0] != "applied" || evidence[$0] == nil }
        let appliedTwice = evidence.filter { $0.value > 1 }
        let inactive = try await inactive(
            acknowledged.values.sorted(), on: try #require(installation.server))
        print(
            "acknowledged \(acknowledged.count), kills \(Self.kills), lost \(lost.count),",
            "applied twice \(appliedTwice.count), inactive \(inactive.count);",
            "largest set \(largestSet);",
            "answers \(all.answers), unanswered \(all.unanswered)")
        #expect(largestSet > 1)
        #expect(lost.isEmpty)
        #expect(appliedTwice.isEmpty)
        #expect(inactive.isEmpty)
        #expect(Set(all.answers.keys).isSubset(of: [200, 503]))
    }

    /// Retries the events that were acknowledged as failed, and waits until they are applied.
    private func applyFailed(in installation: Installation) async throws {
        try await installation.administer(
            """
            update entitlements.webhook_events set due_at = now() where status = 'failed';
            notify hearth_webhook_events;
            """)
        let isApplied = try await eventually {
            try await installation.statuses().values.allSatisfy { $0 == "applied" }
        }
        #expect(isApplied)
    }

    /// The app users whose purchase is not active.
    private func inactive(
        _ appUserIDs: [String], on server: RunningHearth
    ) async throws -> [String] {
        let lanes = 8
        return try await withThrowingTaskGroup { group in
            for lane in 0..<lanes {
                group.addTask {
                    var inactive: [String] = []
                    for index in stride(from: lane, to: appUserIDs.count, by: lanes)
                    where try await !server.isActive(appUserIDs[index]) {
                        inactive.append(appUserIDs[index])
                    }
                    return inactive
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }
}

extension Installation {
    /// The status of each event, by its id.
    fileprivate func statuses() async throws -> [String: String] {
        let rows = try await administer("select event_id, status from entitlements.webhook_events")
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0] ?? "", $0[1] ?? "") })
    }

    /// The largest number of events stored by one transaction, which shows that kills hit sets.
    fileprivate func largestSet() async throws -> Int {
        let rows = try await administer(
            """
            select count(*) from entitlements.webhook_events group by xmin order by 1 desc limit 1
            """)
        return rows.first?.first.flatMap { $0 }.flatMap { Int($0) } ?? 0
    }

    /// The pieces of evidence per purchase, by the id of the first: one for each time it was
    /// applied.
    fileprivate func evidenceCounts() async throws -> [String: Int] {
        let rows = try await administer(
            """
            select min(evidence_id), count(*) from entitlements.evidence
             group by tenant_id, purchase_id
            """)
        return Dictionary(
            uniqueKeysWithValues: rows.map { ($0[0] ?? "", $0[1].flatMap { Int($0) } ?? 0) })
    }
}
