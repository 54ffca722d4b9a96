import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

/// People with random lives, and what each has by the lookups of one person.
struct ListedLives {
    let tenant: TestTenant
    private(set) var people: [Person] = []

    /// What lookups of one person say, which read no list.
    struct Person {
        let id: String
        let kind: String
        let answer: JSONValue
        /// Nil without a sandbox purchase.
        let sandbox: JSONValue?
        let isInHousehold: Bool
        /// The own purchases and grants with an end.
        let purchases: [JSONValue]
    }

    private static let stores = ["APP_STORE", "PLAY_STORE", "STRIPE"]
    private static let products = ["stockpot_plus_monthly", "stockpot_plus_yearly"]
    private static let entitlements = [["plus"], ["pro"], ["plus", "pro"]]
    static let future: Timestamp = "2100-01-01T00:00:00Z"

    /// Makes people in the tenant, and looks at each.
    init(_ number: Int, in tenant: TestTenant, seed: UInt64) async throws {
        self.tenant = tenant
        var dice = SeededGenerator(seed: seed)
        var testers: Set<String> = []
        var names: [String] = []
        for index in 0..<number {
            let isAnonymous = Int.random(in: 0..<5, using: &dice) == 0
            let name = isAnonymous ? "$RCAnonymousID:\(index)" : "p_\(index)"
            names.append(name)
            for event in Self.events(of: name, index, &dice) { try await tenant.receive(event) }
            if Int.random(in: 0..<8, using: &dice) == 0 {
                try await tenant.receive(
                    .nowRunning(id: "sandbox \(index)", appUserID: name)
                        .transaction("s\(index)", original: "s\(index)").inSandbox)
                testers.insert(name)
            }
            if Int.random(in: 0..<10, using: &dice) == 0 {
                try await tenant.grant("plus", to: name) {
                    $0.expiresAt = Self.future.advanced(byDays: Int64(index))
                }
            }
        }
        let identified = names.filter { $0.hasPrefix("p_") && !testers.contains($0) }
        for start in stride(from: 0, to: identified.count / 2, by: 9) {
            try await tenant.found(identified[start], with: [identified[start + 1]])
        }
        // One merged person and one erased person have no entry of their own.
        let merged = names.filter { $0.hasPrefix("$") && !testers.contains($0) }
        try await tenant.identify(merged[0], as: identified[identified.count - 1])
        try await tenant.erase(identified[identified.count - 2])
        let gone = [merged[0], identified[identified.count - 2]]
        for name in names where !gone.contains(name) {
            // Who never had an event is an id that no app user has.
            guard let person = try await tenant.person(name) else { continue }
            let isTester = testers.contains(name)
            people.append(try await Self.look(at: name, person, tenant, isTester: isTester))
        }
    }

    private static func events(
        of name: String, _ index: Int, _ dice: inout SeededGenerator
    ) -> [RevenueCatEvent] {
        (0..<Int.random(in: 0...2, using: &dice)).flatMap { number -> [RevenueCatEvent] in
            let product = products[number % products.count]
            let chain = "c\(index)_\(number)"
            let isOver = Int.random(in: 0..<4, using: &dice) == 0
            let days = Int64.random(in: 0..<50, using: &dice)
            let end = isOver ? Timestamp("2026-11-20T00:00:00Z") : future.advanced(byDays: days)
            let store = stores[Int.random(in: 0..<3, using: &dice)]
            let gives = entitlements[Int.random(in: 0..<3, using: &dice)]
            let fate = Int.random(in: 0..<5, using: &dice)
            let bought = RevenueCatEvent.initialPurchase(
                id: "\(chain) 1", appUserID: name, product: product, expiresAt: end,
                originalTransactionID: chain)
            var events = [fate == 1 ? bought.asTrial : bought]
            if fate == 2 {
                events.append(
                    .cancellation(
                        id: "\(chain) 2", appUserID: name, product: product, expiresAt: end,
                        originalTransactionID: chain))
            } else if fate == 3, !isOver {
                events.append(
                    .billingIssue(
                        id: "\(chain) 2", appUserID: name, product: product, expiresAt: end,
                        graceExpiresAt: end.advanced(byDays: 16), at: "2026-11-20T00:00:00Z",
                        originalTransactionID: chain))
            }
            return events.map { $0.store(store).entitlements(gives) }
        }
    }

    private static func look(
        at name: String, _ person: JSONValue, _ tenant: TestTenant, isTester: Bool
    ) async throws -> Person {
        let lists = ["subscriptions", "purchases", "grants"]
        return Person(
            id: name, kind: person["kind"]?.string ?? "",
            answer: try await tenant.entitlements(of: name),
            sandbox: isTester
                ? try await tenant.entitlements(of: name, environment: "sandbox") : .none,
            isInHousehold: person["household"]?.isNull == false,
            purchases: lists.flatMap { person[$0]?.array ?? [] }.filter {
                $0["access_ends_at"]?.string != nil && $0["environment"] == "production"
            })
    }
}

/// A filter of the list, and the same condition on what lookups say.
struct ListedFilter: CustomTestStringConvertible, Sendable {
    var kind: String?
    var plan: String?
    var entitlement: String?
    var status: String?
    var product: String?
    var store: String?
    var source: String?
    var renews: Bool?
    var household: Bool?

    var testDescription: String {
        [kind, plan, entitlement, status, product, store, source].map { $0 ?? "-" }
            .joined(separator: " ") + " \(String(describing: renews)) "
            + String(describing: household)
    }

    func call(
        sort: String = "newest", environment: String = "production", limit: Int32 = 100,
        endsAfter: Timestamp? = nil, endsBefore: Timestamp? = nil, changedSince: Timestamp? = nil,
        after row: ListAppUsers.Row? = nil
    ) -> ListAppUsers {
        ListAppUsers(
            sort: sort, environment: environment, withKind: kind, withPlan: plan,
            withEntitlementID: entitlement, withStatus: status, withProductID: product,
            withStore: store, withSource: source, withRenewal: renews, withHousehold: household,
            endsAfter: endsAfter, endsBefore: endsBefore, changedSince: changedSince,
            pageLimit: limit, afterMoment: row?.placeMoment, afterID: row?.placeID,
            afterNumber: row?.placeNumber, afterFirstNumber: row?.firstNumber)
    }

    /// Whether the person matches, with an answer and with the purchase that ends, if one must.
    func matches(
        _ person: ListedLives.Person, _ answer: JSONValue, ending purchase: JSONValue? = nil
    ) -> Bool {
        let given = answer["entitlements"]?.object?.members ?? []
        let asksForOne =
            purchase != nil || renews != nil
            || ![entitlement, status, product, store, source].allSatisfy { $0 == nil }
        let hasOne = given.contains { member in
            let (name, value, from) = (member.name, member.value, member.value["source"])
            let isAsked =
                (status.map { value["status"] == .string($0) } ?? (value["is_active"] == true))
                && entitlement.map { $0 == name } ?? true
                && product.map { from?["product_id"] == .string($0) } ?? true
                && store.map { from?["store"] == .string($0) } ?? true
                && source.map { from?["kind"] == .string($0) } ?? true
                && renews.map { value["will_renew"] == .bool($0) } ?? true
            guard let purchase, isAsked else { return isAsked }
            return value["expires_at"] == purchase["access_ends_at"]
                && (from?["kind"] == "own" || from?["kind"] == "grant")
                && from?["product_id"] == purchase["product_id"]
                && from?["store"] == purchase["store"]
        }
        return (hasOne || !asksForOne) && kind.map { $0 == person.kind } ?? true
            && plan.map { answer["plan"] == .string($0) } ?? true
            && household.map { $0 == person.isInHousehold } ?? true
    }

    /// One filter of each kind, and some together.
    static let all: [ListedFilter] = {
        var filters: [ListedFilter] = [ListedFilter()]
        func add(_ change: (inout ListedFilter) -> Void) {
            var filter = ListedFilter()
            change(&filter)
            filters.append(filter)
        }
        for kind in ["identified", "anonymous"] { add { $0.kind = kind } }
        for plan in ["free", "plus", "pro", "none such"] { add { $0.plan = plan } }
        for name in ["plus", "pro"] { add { $0.entitlement = name } }
        for status in ["active", "trialing", "billing_issue", "cancelled", "expired", "granted"] {
            add { $0.status = status }
            add {
                $0.status = status; $0.store = "play_store"; $0.entitlement = "plus"
            }
        }
        for product in ["stockpot_plus_monthly", "stockpot_plus_yearly"] {
            add { $0.product = product }
        }
        for store in ["app_store", "play_store", "stripe"] { add { $0.store = store } }
        for source in ["own", "household", "grant"] { add { $0.source = source } }
        for flag in [true, false] { add { $0.renews = flag } }
        for flag in [true, false] {
            add {
                $0.household = flag; $0.kind = "identified"
            }
        }
        return filters
    }()
}
