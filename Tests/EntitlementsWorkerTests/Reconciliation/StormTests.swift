import Entitlements
import EntitlementsDatabase
import RevenueCatSimulator
import TestSupport
import Testing

/// Loses a fifth of a year's webhooks and delivers the rest repeatedly and shuffled: one run
/// repairs all answers.
///
/// Compares all ids in both environments, now and at the time of the run. An id counts as known if
/// an event that arrived, or RevenueCat's answer about such an id, names it; the answer for any
/// other id must be empty. Version 1 lists one subscription per product, so subscriptions hidden by
/// the other environment or another store are left out.
@Suite("The storm: one run repairs a year with a fifth of its webhooks lost", .soak, .serialized)
struct StormTests {
    private static let storms = [
        Storm(
            api: .v1, restoreBehavior: .transfer, sendsSubscriberAlias: false,
            renewalLeadSeconds: 0),
        Storm(
            api: .v2, restoreBehavior: .transfer, sendsSubscriberAlias: true,
            renewalLeadSeconds: 6 * 3_600),
        Storm(
            api: .v1, restoreBehavior: .keepWithOriginal, sendsSubscriberAlias: true,
            renewalLeadSeconds: 6 * 3_600),
        Storm(
            api: .v2, restoreBehavior: .transferIfNoActiveSubscriptions,
            sendsSubscriberAlias: false, renewalLeadSeconds: 0),
    ]

    @Test("after one run all answers are true, and a second run finds no drift", arguments: storms)
    func everyAnswer(_ storm: Storm) async throws {
        var (world, ids) = try storm.livedWorld()
        let events = world.takeEvents()
        let arriving = storm.arriving(events)
        let told = try storm.idsTold(by: arriving, in: &world)
        let incomparable = [
            World.Environment.production: try storm.incomparableIDs(
                of: ids, in: world, .production),
            .sandbox: try storm.incomparableIDs(of: ids, in: world, .sandbox),
        ]
        try await SimulatedUpstream.with(world, read: storm.api) { upstream in
            try await upstream.deliver(arriving.map(\.body))
            let wrongBefore = try await upstream.wrongAnswers(to: ids, known: told, in: world)
            let first = try await upstream.readEverybody()
            let wrong = try await upstream.wrongAnswers(to: ids, known: told, in: world).filter {
                incomparable[$0.question.environment]?.contains($0.appUserID) != true
            }
            upstream.simulator.withWorld { $0.advance(to: $0.present.advanced(bySeconds: 1)) }
            let second = try await upstream.readEverybody()
            let statistics = upstream.simulator.statistics
            print(
                "storm of \(storm.testDescription): \(events.count) events,",
                "\(arriving.count) deliveries; of \(ids.count) ids \(told.count) told of,",
                "\(incomparable.values.map(\.count)) not comparable;",
                "wrong answers \(wrongBefore.count),",
                "then \(wrong.count); requests \(statistics.requests);",
                "drift \(first.text(of: "drift")), then \(second.text(of: "drift"))")
            #expect(wrong == [])
            #expect(first["status"] == "finished")
            #expect(second["drift"]?["total"] == 0)
            // No request created a customer at RevenueCat.
            #expect(statistics.created == 0)
            #expect(try await upstream.tenant.invariantViolations() == [])
        }
    }
}

extension JSONValue {
    fileprivate func text(of name: String) -> String {
        String(decoding: self[name]?.bytes ?? [], as: UTF8.self)
    }
}
