package import Entitlements

extension World {
    /// What the simulated project sells.
    package struct Catalog: Sendable, Equatable {
        package let products: [Product]

        /// The entitlements that some product is attached to, in their order.
        package let entitlementIDs: [String]

        private let positions: [String: Int]

        package init(products: [Product]) {
            self.products = products
            var seen: Set<String> = []
            entitlementIDs = products.flatMap(\.entitlementIDs).filter { seen.insert($0).inserted }
            positions = Dictionary(
                products.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        }

        /// The products of a tenant, as its file has them.
        package init(_ tenant: TenantDefinition) {
            self.init(products: tenant.products.map(Product.init))
        }

        func product(_ id: String) throws(Refusal) -> Product {
            guard let position = positions[id] else { throw .unknownProduct }
            return products[position]
        }

        /// A project with one of everything: with and without trial and grace, for Play's plans
        /// too, two entitlements, and things sold once.
        package static let example = Catalog(products: [
            Product(id: "plus_monthly", sells: ["plus"], every: "P1M", priceCents: 499),
            Product(id: "plus_annual", sells: ["plus"], every: "P1Y", trial: "P7D"),
            Product(id: "plus_weekly", sells: ["plus"], every: "P1W", graceDays: 0),
            Product(id: "pro:monthly", sells: ["plus", "pro"], every: "P1M", priceCents: 999),
            Product(id: "plus_lifetime", kind: .nonConsumable, sells: ["plus"]),
            Product(id: "coins_100", kind: .consumable, sells: []),
        ])
    }

    package struct Product: Sendable, Equatable {
        package enum Kind: String, Sendable {
            case subscription
            case nonConsumable = "non_consumable"
            case consumable
        }

        /// As webhooks spell it: on Play `subscription:plan`.
        package let id: String
        package let kind: Kind
        package let entitlementIDs: [String]

        /// An ISO 8601 duration; nothing for what is sold once.
        package let period: String?
        package let trial: String?

        /// How long access goes on when a renewal cannot be charged; 0 for no grace.
        package let graceDays: Int64
        package let priceCents: Int

        package init(
            id: String, kind: Kind = .subscription, sells entitlementIDs: [String],
            every period: String? = nil, trial: String? = nil, graceDays: Int64 = 16,
            priceCents: Int = 1_999
        ) {
            self.id = id
            self.kind = kind
            self.entitlementIDs = entitlementIDs
            self.period = period
            self.trial = trial
            self.graceDays = graceDays
            self.priceCents = priceCents
        }
    }
}

extension World.Product {
    fileprivate init(_ product: TenantDefinition.Product) {
        self.init(
            id: product.id.rawValue, kind: Kind(product.kind),
            sells: product.entitlements.map(\.rawValue),
            every: product.duration?.rawValue, trial: product.trial?.rawValue)
    }

    /// The id in v1's maps, where Play's plan stands apart.
    var idWithoutPlan: Substring { id.prefix { $0 != ":" } }

    /// Play's plan.
    var planID: Substring? {
        let plan = id.dropFirst(idWithoutPlan.count + 1)
        return plan.isEmpty ? nil : plan
    }

    var periodSeconds: Int64 { Self.seconds(of: period ?? "P1M") }
    var trialSeconds: Int64? { trial.map(Self.seconds) }

    /// The simulator's months have 30 days and its years 365.
    private static func seconds(of duration: String) -> Int64 {
        var days: Int64 = 0
        var number: Int64 = 0
        for character in duration {
            switch character {
            case "Y": days += number * 365
            case "M": days += number * 30
            case "W": days += number * 7
            case "D": days += number
            default:
                number = character.wholeNumberValue.map { number * 10 + Int64($0) } ?? 0
                continue
            }
            number = 0
        }
        return days * 86_400
    }
}

extension World.Product.Kind {
    fileprivate init(_ kind: TenantDefinition.ProductKind) {
        switch kind {
        case .subscription: self = .subscription
        case .nonConsumable: self = .nonConsumable
        // RevenueCat knows of no time that it lasts: it is sold again and again.
        case .oneTime, .consumable: self = .consumable
        }
    }
}
