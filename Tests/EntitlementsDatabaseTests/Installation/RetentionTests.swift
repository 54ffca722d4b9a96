import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("Retention", .soak)
struct RetentionTests {
    private static let never: Timestamp = "2999-01-01T00:00:00Z"

    @Test("what is dropped of random lives changes no answer, no explanation and no figure")
    func lives() async throws {
        var generator = TestEffort.generator(salt: 40)
        var compared = 0
        for number in 0..<TestEffort.share(of: 200, atLeast: 4) {
            let seed = generator.next()
            try await ScratchDatabase.with { own in
                var life = try await HeardLife(seed: seed, in: own.database)
                let (tenant, answered) = try await life.happen(asking: 1)
                let moments = answered.map(\.answer.asOf).shuffled(using: &generator).prefix(3)
                let now = try await tenant.moment()
                try await tenant.computeFigures(at: now)
                let before = try await tenant.told(at: now, knownAt: moments)
                try await own.database.prune(
                    Prune(
                        answersKeptHours: 48, runsKeptDays: 30, reservationsKeptDays: 400,
                        usesKeptDays: 400, maximum: 3, asOf: Self.never))
                let dropped = try await own.ask(
                    """
                    select count(body_dropped_at) > 0 and not exists (
                               select from entitlements.drift)
                      from entitlements.webhook_events
                    """)
                #expect(dropped == "t")
                #expect(try await tenant.computeFigures(at: now) == 0)
                let after = try await tenant.told(at: now, knownAt: moments)
                for (question, told) in before {
                    #expect(after[question] == told, "\(number), seed \(seed): \(question)")
                }
                compared += before.count
                #expect(try await tenant.invariantViolations() == [])
            }
        }
        #expect(compared > 100, "\(compared)")
    }

    @Test("an event that failed explains an answer of then, also after its body was dropped")
    func failed() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            try await tenant.receive(
                RevenueCatEvent.nowRunning(id: "e")
                    .removing("transaction_id", "original_transaction_id", "product_id"))
            let failed = try await tenant.moment()
            try await tenant.receive(.nowRunning(id: "e"))
            let before = try await tenant.recallExplanation(asOf: failed, knownAt: failed)
            #expect(before["verdict"]?["reason"] == "event_failed")
            #expect(try await own.prune("event_bodies", at: Self.never) == 1)
            #expect(
                try await own.ask("select body is null from entitlements.webhook_events") == "t")
            #expect(
                try await tenant.recallExplanation(asOf: failed, knownAt: failed) == before)
        }
    }
}

extension TestTenant {
    /// What is said of everyone of a life, by question.
    fileprivate func told(
        at moment: Timestamp, knownAt moments: some Sequence<Timestamp>
    ) async throws -> [String: JSONValue] {
        var told: [String: JSONValue] = [:]
        func ask(_ question: String, _ call: some AnswerCall) async throws {
            told[question] = try JSONParser.parse(try await database.callOne(call, in: id).json)
        }
        for name in HeardLife.names {
            let appUserID = AppUserID(name)
            for environment in ["production", "sandbox"] {
                let about = "\(name) in \(environment)"
                try await ask(
                    "entitlements of \(about)",
                    GetEntitlements(appUserID: appUserID, environment: environment, asOf: moment))
                try await ask(
                    "why of \(about)",
                    ExplainAccess(
                        appUserID: appUserID, environment: environment, asOf: moment))
                for known in moments {
                    try await ask(
                        "entitlements of \(about) known at \(known.rfc3339)",
                        RecallAccess(
                            question: "entitlements", appUserID: appUserID, subjectID: nil,
                            environment: environment, asOf: nil, knownAt: known))
                    try await ask(
                        "why of \(about) known at \(known.rfc3339)",
                        RecallExplanation(
                            appUserID: appUserID, entitlementID: nil, environment: environment,
                            asOf: known, knownAt: known))
                }
            }
        }
        told["figures"] = try await figures(
            "2020-01-01", "2020-12-31", by: ["product", "store"], at: moment)
        told["figures of the month"] = try await figures(by: ["day", "product"], at: moment)
        return told
    }
}
