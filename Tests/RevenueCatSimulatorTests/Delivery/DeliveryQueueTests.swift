import Entitlements
import RevenueCat
import RevenueCatSimulator
import TestSupport
import Testing

@Suite("Deliveries")
struct DeliveryQueueTests {
    /// A queue with the events of first purchases, one each hour.
    private static func queue(
        events count: Int, seed: UInt64 = 1,
        _ change: (inout DeliveryQueue.Policy) -> Void = { _ in }
    ) throws -> DeliveryQueue {
        var world = World.empty()
        for number in 0..<count {
            try world.purchase(by: "u\(number)", "plus_monthly")
            world.advance(to: world.present.advanced(bySeconds: 60))
        }
        var policy = DeliveryQueue.Policy()
        change(&policy)
        var queue = DeliveryQueue(policy: policy, seed: seed)
        queue.add(world.takeEvents())
        return queue
    }

    /// Answers every attempt, and returns the attempts in order.
    private func deliver(
        _ queue: inout DeliveryQueue, _ status: (DeliveryQueue.Attempt) -> Int? = { _ in 200 }
    ) -> [DeliveryQueue.Attempt] {
        var attempts: [DeliveryQueue.Attempt] = []
        while let due = queue.nextDue, let attempt = queue.popDue(by: due) {
            attempts.append(attempt)
            queue.report(attempt, status: status(attempt))
        }
        return attempts
    }

    @Test("deliveries are on time and in order, without faults")
    func order() throws {
        var queue = try Self.queue(events: 20)
        #expect(queue.popDue(by: World.start.advanced(bySeconds: -1)) == nil)
        let attempts = deliver(&queue)
        #expect(attempts.map(\.dueAt) == attempts.map(\.event.occurredAt))
        #expect(attempts.map(\.dueAt) == attempts.map(\.dueAt).sorted())
        #expect(queue.counts.accepted == 20)
    }

    @Test(
        "retries come after 5, 10, 20, 40 and 80 more minutes, and then stop",
        arguments: [500, 201, nil])
    func retries(status: Int?) throws {
        var queue = try Self.queue(events: 1)
        let attempts = deliver(&queue) { _ in status }
        let minutes: [Int64] = [0, 5, 15, 35, 75, 155]
        #expect(attempts.map(\.dueAt) == minutes.map { World.start.advanced(bySeconds: $0 * 60) })
        #expect(attempts.map(\.number) == [1, 2, 3, 4, 5, 6])
        #expect(Set(attempts.map(\.event.body)).count == 1)
        #expect(queue.counts.givenUp == 1)
        #expect(queue.waitingCount == 0)
    }

    @Test("an event that is accepted is not retried")
    func acceptance() throws {
        var queue = try Self.queue(events: 1)
        let attempts = deliver(&queue) { $0.number < 3 ? 503 : 200 }
        #expect(attempts.count == 3)
        #expect(queue.counts.accepted == 1 && queue.counts.refused == 2)
    }

    @Test("losses, duplicates, delays and disorder match the configured rates")
    func rates() throws {
        var lossy = try Self.queue(events: 1_000) { $0.lossRate = 0.2 }
        #expect((150...250).contains(lossy.counts.lost))
        #expect(deliver(&lossy).count == 1_000 - lossy.counts.lost)

        var doubled = try Self.queue(events: 1_000) { $0.duplicateRate = 0.3 }
        #expect((240...360).contains(doubled.counts.duplicated))
        let ids = deliver(&doubled).map(\.event.id)
        #expect(ids.count == 1_000 + doubled.counts.duplicated)
        #expect(Set(ids).count == 1_000)

        for change in [
            { (policy: inout DeliveryQueue.Policy) in policy.reorderRate = 0.5 },
            { policy in policy.delayRate = 0.5 },
            { policy in policy.usualDelaySeconds = 5...200 },
        ] {
            var disordered = try Self.queue(events: 1_000, change)
            let attempts = deliver(&disordered)
            let times = attempts.map(\.event.occurredAt)
            #expect(times != times.sorted())
            #expect(attempts.allSatisfy { $0.dueAt >= $0.event.occurredAt })
        }
    }

    @Test("the same seed gives the same faults")
    func luck() throws {
        let change = { (policy: inout DeliveryQueue.Policy) in
            policy.lossRate = 0.2
            policy.reorderRate = 0.5
            policy.duplicateRate = 0.5
        }
        let outcomes = try ([1, 1, 2] as [UInt64]).map { seed in
            var queue = try Self.queue(events: 100, seed: seed, change)
            return deliver(&queue).map { "\($0.event.id) \($0.dueAt)" }
        }
        #expect(outcomes[0] == outcomes[1])
        #expect(outcomes[0] != outcomes[2])
    }

    @Test("the receiver accepts both credentials, and each attempt is signed anew")
    func signing() throws {
        var queue = try Self.queue(events: 1)
        let attempt = queue.popDue(by: World.start)
        let body = try #require(attempt).event.body
        let signing = WebhookSigning(authorization: "Bearer a", secret: "whsec_1")
        let credentials = WebhookCredentials(
            requiring: [.authorization, .signature],
            authorizationValues: [Array("Bearer a".utf8)], signingSecrets: [Array("whsec_1".utf8)])
        for time in [World.start, World.start.advanced(byDays: 1)] {
            let headers = signing.headers(for: body, at: time)
            func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
            let outcome = WebhookAuthentication.verify(
                authorization: header("Authorization"),
                signature: header(WebhookSigning.signatureHeader), body: body, at: time,
                against: credentials)
            #expect(outcome == .accepted)
        }
        #expect(
            WebhookSigning().headers(for: body, at: World.start).map(\.name) == ["Content-Type"])
    }
}
