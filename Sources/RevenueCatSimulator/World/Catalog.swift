package import Entitlements

extension World {
    /// The products of the simulated project.
    package struct Catalog: Sendable, Equatable {
        package let products: [Product]

        /// The entitlements of all products, in order.
        package let entitlementIDs: [String]

        private let positions: [String: Int]

        package init(products: [Product]) {
            self.products = products
            var seen: Set<String> = []
            entitlementIDs = products.flatMap(\.entitlementIDs).filter { seen.insert($0).inserted }
            positions = Dictionary(
                products.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        }

        /// The products of a tenant file.
        package init(_ tenant: TenantDefinition) {
            self.init(products: tenant.products.map(Product.init))
        }

        func product(_ id: String) throws(Refusal) -> Product {
            guard let position = positions[id] else { throw .unknownProduct }
            return products[position]
        }

        /// A varied project: with and without trial and grace, a Play plan, two entitlements, and
        /// products sold once.
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

        /// The id as in webhooks: on Play `subscription:plan`.
        package let id: String
        package let kind: Kind
        package let entitlementIDs: [String]

        /// An ISO 8601 duration; nil for a product sold once.
        package let period: String?
        package let trial: String?

        /// How long access continues after a failed renewal charge; 0 for no grace.
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

    /// The id in v1's maps, which exclude Play's plan.
    var idWithoutPlan: Substring { id.prefix { $0 != ":" } }

    /// Play's plan.
    var planID: Substring? {
        let plan = id.dropFirst(idWithoutPlan.count + 1)
        return plan.isEmpty ? nil : plan
    }

    var periodSeconds: Int64 { Self.seconds(of: period ?? "P1M") }
    var trialSeconds: Int64? { trial.map(Self.seconds) }

    /// Months have 30 days and years 365.
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
        // RevenueCat knows no duration for it: it can be bought repeatedly.
        case .oneTime, .consumable: self = .consumable
        }
    }
}
