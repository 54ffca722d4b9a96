import Entitlements
import RevenueCat
import TestSupport
import Testing

@Suite("The owner of a transaction", .timeLimit(.minutes(5)))
struct OwnerTests {
    private func owner(
        of transactionID: String = "t/1", subscriptions: [String], purchases: [String]
    ) async throws -> (String?, targets: [String]) {
        try await withClient(of: .v2(projectID: "p")) { request, _ in
            let isPurchase = request.target.hasPrefix("/v2/projects/p/purchases")
            return .list(
                (isPurchase ? purchases : subscriptions).map { ["customer_id": .string($0)] })
        } _: { running in
            let owner = try await running.client.owner(ofTransaction: transactionID)
            return (owner, running.upstream.targets)
        }
    }

    @Test(
        "is the owner of the subscription, or else of the purchase",
        arguments: [
            (["a"], [], "a"), ([], ["b"], "b"), (["a"], ["b"], "a"), ([], [], nil),
            (["a", "a"], [], "a"), (["a", "b"], [], nil), (["a", "b"], ["a"], nil),
        ] as [([String], [String], String?)])
    func owner(subscriptions: [String], purchases: [String], expected: String?) async throws {
        let (owner, _) = try await owner(subscriptions: subscriptions, purchases: purchases)
        #expect(owner == expected)
    }

    @Test("is requested with the transaction unchanged")
    func targets() async throws {
        let (_, targets) = try await owner(of: "GPA.1..2&x=", subscriptions: [], purchases: [])
        #expect(
            targets == [
                "/v2/projects/p/subscriptions?store_subscription_identifier=GPA.1..2%26x%3D",
                "/v2/projects/p/purchases?store_purchase_identifier=GPA.1..2%26x%3D",
            ])
    }

    @Test("cannot be requested in v1")
    func notInV1() async throws {
        try await withClient(answering: { _, _ in .list([]) }) { running in
            let owner = try await running.client.owner(ofTransaction: "t1")
            #expect(owner == nil)
            #expect(running.upstream.targets == [])
        }
    }
}
