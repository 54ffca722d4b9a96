import Entitlements
import EntitlementsDatabase
import RevenueCatSimulator
import TestSupport
import Testing

/// Random lives of a year, of whose webhooks a fifth is lost and the rest comes twice and in any
/// order: one run puts everything right.
///
/// Every id that anybody had is compared, in both environments, now and at the moment of the
/// reading. RevenueCat can only be asked about ids that it told us of: an id that no event named
/// which arrived, and no answer about somebody whom one named, is nobody to us. Of such an id
/// nothing may be answered. Version 1 of the API lists one subscription a product: of another one
/// in the other environment, which ends sooner, nobody can know whether it has already.
@Suite("The storm: one run puts right what a fifth of all webhooks never told", .soak, .serialized)
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

    @Test("every answer is the truth, and a second run finds nothing", arguments: storms)
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
            // Nobody was asked about who had not been told of.
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
