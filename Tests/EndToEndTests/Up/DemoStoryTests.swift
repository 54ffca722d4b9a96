import Entitlements
import RevenueCat
import TestSupport
import Testing

@testable import hearth

@Suite("The demo data is what RevenueCat would send")
struct DemoStoryTests {
    @Test("every event is understood, and has an id of its own that is the same tomorrow")
    func events() throws {
        for tenant in try ExampleTenants.definitions() {
            let today = DemoStory(tenant: tenant, now: RevenueCatEvent.defaultPurchase).events
            let tomorrow = DemoStory(
                tenant: tenant, now: RevenueCatEvent.defaultPurchase.advanced(bySeconds: 86_400)
            ).events
            #expect(today.map(\.id) == tomorrow.map(\.id))
            #expect(Set(today.map(\.id)).count == today.count)
            for event in today {
                let decoded = try WebhookEvent(body: event.body)
                #expect(decoded.id == event.id)
                #expect(decoded.facts != nil, "\(event.id): \(decoded.problem ?? "")")
            }
        }
    }

    @Test("a delivery is signed as the gate expects it")
    func signature() {
        let body = Array("{}".utf8)
        let now = RevenueCatEvent.defaultPurchase
        let header = DemoDelivery.signature(of: body, with: "whsec_1", at: now)
        let credentials = WebhookCredentials(
            requiring: [.signature], signingSecrets: [Array("whsec_1".utf8)])
        let outcome = WebhookAuthentication.verify(
            authorization: nil, signature: header, body: body, at: now, against: credentials)
        #expect(outcome == .accepted)
    }
}
