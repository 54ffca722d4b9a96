package import Entitlements
import Synchronization

extension Upstream {
    /// The subscriptions of an app user, as events; the number counts snapshots from zero.
    package typealias Subscriptions = @Sendable (_ appUserID: String, Int) -> [RevenueCatEvent]

    /// Answers either version of the API for app users with these subscriptions.
    package static func people(
        read api: TenantDefinition.SnapshotPolicy.API, having subscriptions: @escaping Subscriptions
    ) -> Script {
        switch api {
        case .v1:
            { request, number in
                let appUserID = request.target.split(separator: "/").last.map(String.init) ?? ""
                return .subscriber(having: subscriptions(appUserID, number))
            }
        case .v2: projectScript(having: subscriptions)
        }
    }

    /// The app users that were asked for, one entry for each snapshot.
    package var people: [String] {
        targets.compactMap { target in
            let parts = target.split(separator: "/")
            if target.hasPrefix("/v1/subscribers/") { return parts.last.map(String.init) }
            return target.hasSuffix("/aliases") ? parts.dropLast().last.map(String.init) : nil
        }
    }

    private static func projectScript(having subscriptions: @escaping Subscriptions) -> Script {
        let snapshots = SnapshotCount()
        return { request, _ in
            let parts = request.target.split(separator: "/").map(String.init)
            guard parts.count > 4, parts[3] != "products" else {
                return .json(["store_identifier": .string(parts.last ?? "")])
            }
            let appUserID = parts[4]
            switch parts.last {
            case "aliases":
                snapshots.add(appUserID)
                return .list([])
            case "subscriptions":
                let had = subscriptions(appUserID, snapshots.number(of: appUserID))
                return .list(had.map(\.asListedSubscription))
            case "purchases":
                return .list([])
            default:
                return .json(["first_seen_at": 1_777_622_400_000])
            }
        }
    }

    /// Which snapshot each app user's requests belong to; its first request is for the aliases.
    private final class SnapshotCount: Sendable {
        private let state: Mutex<(count: Int, numbers: [String: Int])> = Mutex((0, [:]))

        func add(_ appUserID: String) {
            state.withLock { state in
                state.numbers[appUserID] = state.count
                state.count += 1
            }
        }

        func number(of appUserID: String) -> Int {
            state.withLock { $0.numbers[appUserID] ?? 0 }
        }
    }
}

extension RevenueCatEvent {
    /// As an item of v2's `customers/{id}/subscriptions`; the product's id is its store's.
    fileprivate var asListedSubscription: JSONValue {
        let entitlements = fields["entitlement_ids"]?.array ?? []
        return [
            "object": "subscription", "id": "sub1", "product_id": fields["product_id"] ?? .null,
            "starts_at": fields["purchased_at_ms"] ?? .null,
            "current_period_starts_at": fields["purchased_at_ms"] ?? .null,
            "current_period_ends_at": fields["expiration_at_ms"] ?? .null,
            "ends_at": fields["expiration_at_ms"] ?? .null, "gives_access": true,
            "auto_renewal_status": "will_renew", "status": "active",
            "entitlements": [
                "object": "list", "next_page": nil,
                "items": .array(
                    entitlements.map { ["object": "entitlement", "id": "e", "lookup_key": $0] }),
            ],
            "environment": .string(fields["environment"]?.string?.lowercased() ?? "production"),
            "store": .string(fields["store"]?.string?.lowercased() ?? "app_store"),
            "store_subscription_identifier": fields["original_transaction_id"] ?? .null,
            "ownership": "purchased",
        ]
    }
}
