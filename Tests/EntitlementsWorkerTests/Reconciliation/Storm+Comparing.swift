import Entitlements
import RevenueCatSimulator

/// The part of a storm that the tenant can know.
extension Storm {
    /// The ids in events that arrived, and the ids in RevenueCat's answers about them.
    func idsTold(
        by events: [SimulatedEvent], in world: inout World
    ) throws -> Set<String> {
        let named = Set(try events.flatMap { try $0.appUserIDs })
        return try named.reduce(into: named) { told, id in
            told.formUnion(try world.idsTold(ofReading: id, by: api))
        }
    }

    /// The ids with a subscription that version 1 hides.
    ///
    /// One to the same product ends later: in the other environment or another store, of another
    /// order on Play, or shared by the family. What no event said of the hidden one stays unknown.
    func incomparableIDs(
        of ids: [String], in world: World, _ environment: World.Environment
    ) throws -> Set<String> {
        guard api == .v1 else { return [] }
        return Set(
            try ids.filter { id in
                let all = try world.subscriptions(of: id)
                return all.contains { hiding in
                    all.contains {
                        $0.environment == environment && $0.productID == hiding.productID
                            && $0.place != hiding.place
                            && $0.endsAt <= hiding.endsAt
                    }
                }
            })
    }
}

/// A subscription as version 2 lists it.
private struct ListedSubscription {
    let environment: World.Environment
    let store: String?
    /// Play has one for each chain, with its renewals; so has each share of a family.
    let orderID: String?
    let productID: String?
    let endsAt: Int64

    init?(_ json: JSONValue) {
        guard
            let environment = json["environment"]?.string.flatMap(
                World.Environment.init(rawValue:)),
            case .integer(let endsAt)? = json["ends_at"]
        else { return nil }
        self.environment = environment
        productID = json["product_id"]?.string
        store = json["store"]?.string
        let transaction = json["store_subscription_identifier"]?.string
        let isShared = json["ownership"]?.string == "family_shared"
        orderID = store == "play_store" || isShared ? transaction.map(Self.order) : nil
        self.endsAt = endsAt
    }
}

extension ListedSubscription {
    /// Two subscriptions to one product in different places are different chains.
    var place: [String?] { [environment.rawValue, store, orderID] }

    /// The order without the number of its renewal, `..3`.
    private static func order(of transaction: String) -> String {
        transaction.split(separator: ".").prefix(2).joined(separator: ".")
    }
}

extension World {
    fileprivate func subscriptions(of id: String) throws -> [ListedSubscription] {
        guard let body = subscriptionsBody(of: id, .everything) else { return [] }
        return (try JSONParser.parse(body)["items"]?.array ?? []).compactMap {
            ListedSubscription($0)
        }
    }

    /// The ids in an answer about one: all aliases in v2, the original id in v1.
    fileprivate mutating func idsTold(
        ofReading id: String, by api: TenantDefinition.SnapshotPolicy.API
    ) throws -> [String] {
        switch api {
        case .v1:
            let answer = try JSONParser.parse(try subscriber(id).body)
            return [answer["subscriber"]?["original_app_user_id"]?.string].compactMap { $0 }
        case .v2:
            let answer = try JSONParser.parse(aliasesBody(of: id, .everything) ?? [])
            return (answer["items"]?.array ?? []).compactMap { $0["id"]?.string }
        }
    }
}

extension PageRequest {
    fileprivate static let everything = PageRequest(path: "", origin: "", limit: maximumLimit)
}

extension SimulatedEvent {
    /// All ids that the event names.
    fileprivate var appUserIDs: [String] {
        get throws {
            let event = try JSONParser.parse(body)["event"]
            let one = ["app_user_id", "original_app_user_id"].compactMap { event?[$0]?.string }
            return ["aliases", "transferred_from", "transferred_to"].reduce(into: one) {
                $0 += (event?[$1]?.array ?? []).compactMap(\.string)
            }
        }
    }
}
