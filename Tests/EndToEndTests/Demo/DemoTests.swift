import Entitlements
import Foundation
import RevenueCat
import RevenueCatSimulator
import TestSupport
import Testing

@testable import hearth

@Suite("The people of the demo")
struct DemoTests {
    private let begunAt = RevenueCatEvent.defaultPurchase

    @Test("demo app users start in the states of their names")
    func states() throws {
        let world = try demo().world
        for id in ["trialing", "active", "cancelled", "billing_issue", "new_phone", "lifetime"] {
            #expect(world.truth(of: "demo_\(id)").count == 1, "\(id)")
        }
        #expect(world.truth(of: DemoPeople.anonymousPerson).count == 1)
        for id in ["paused", "expired", "refunded", "old_phone"] {
            #expect(world.truth(of: "demo_\(id)").isEmpty, "\(id)")
        }
    }

    @Test("the events are equal at every start, understood, and separate")
    func events() throws {
        let (first, second) = (try demo().events, try demo().events)
        #expect(first.ofDemoPeople == second.ofDemoPeople)
        #expect(first.ofOthers == second.ofOthers)
        let told = Set(first.ofDemoPeople.map(\.type))
        #expect(
            told.isSuperset(of: [
                "INITIAL_PURCHASE", "RENEWAL", "CANCELLATION", "EXPIRATION", "BILLING_ISSUE",
                "SUBSCRIPTION_PAUSED", "TRANSFER", "NON_RENEWING_PURCHASE",
            ]))
        #expect(first.ofOthers.count > first.ofDemoPeople.count)
        for event in first.ofDemoPeople + first.ofOthers {
            let decoded = try WebhookEvent(body: event.body)
            #expect(decoded.facts != nil, "\(event.type): \(decoded.problem ?? "")")
        }
        #expect(
            first.ofOthers.allSatisfy {
                !String(decoding: $0.body, as: UTF8.self).contains("demo_")
            })
    }

    @Test("the start of the demo is kept in the data directory")
    func beginning() throws {
        let folder = TestFolder(named: "demo")
        defer { folder.remove() }
        let directory = DataDirectory(path: folder.path)
        let later = begunAt.advanced(byDays: 3)
        #expect(try directory.demoBeginning(now: begunAt) == begunAt)
        #expect(try directory.demoBeginning(now: later) == begunAt)
        try Data("{}".utf8).write(to: URL(filePath: folder.path + "/demo.json"))
        #expect(throws: OperatorMessage.self) { try directory.demoBeginning(now: later) }
    }

    private func demo() throws -> Demo {
        try #require(
            try Demo(of: try ExampleTenants.definitions(), begunAt: begunAt, port: 0))
    }
}
