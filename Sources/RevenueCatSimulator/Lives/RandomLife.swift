package import Entitlements

/// The acts of one person over some months, random but legal; the same seed gives the same life.
///
/// Each life has its own ids, so any lives fit into one world. They are two identified ids (the
/// person and their partner) and an anonymous id for each install.
package struct RandomLife: Sendable {
    /// Ordered by time.
    package private(set) var acts: [TimedAct] = []
    /// Every id in the acts.
    package private(set) var appUserIDs: [String]

    private var dice: Dice
    /// The world after the acts; acts that it refuses are left out.
    private var world: World
    /// The id that the device uses now.
    private var current: String
    private let person: String
    private let partner: String

    /// - Parameters:
    ///   - seed: The seed of the random acts.
    ///   - name: The person's id, and the prefix of the partner's.
    ///   - catalog: The products for sale.
    ///   - settings: The settings of the world in which the life will be played.
    ///   - start: The earliest start; the life begins up to 30 days later.
    ///   - end: The time of the last possible act.
    package init(
        seed: UInt64, name: String, catalog: World.Catalog = .example,
        settings: World.Settings = World.Settings(), from start: Timestamp, until end: Timestamp
    ) {
        dice = Dice(seed: seed, for: name)
        world = World(catalog: catalog, settings: settings, seed: seed, startingAt: start)
        person = name
        partner = "\(name)-partner"
        current = dice.happens(0.5) ? name : dice.anonymousID()
        appUserIDs = [name, partner, current]
        live(until: end)
        appUserIDs = Array(Set(appUserIDs)).sorted()
    }

    private mutating func live(until end: Timestamp) {
        var time = world.present.advanced(bySeconds: dice.roll(0...(30 * 86_400))).wholeSecond
        perform(.see(current), at: time)
        perform(purchase(of: dice.pick(from: world.catalog.products)), at: time)
        while true {
            time = time.advanced(bySeconds: pause()).wholeSecond
            guard time < end else { return }
            perform(act(at: time), at: time)
        }
    }

    /// Mostly days, sometimes minutes: acts close together are the hard cases.
    private mutating func pause() -> Int64 {
        dice.happens(0.25) ? dice.roll(0...3_600) : dice.roll(3_600...(14 * 86_400))
    }

    private mutating func perform(_ act: Act?, at time: Timestamp) {
        world.advance(to: time)
        guard let act, (try? world.perform(act)) != nil else { return }
        acts.append(TimedAct(time: time, act: act))
        if case .logIn(_, let target) = act { current = target }
        if case .see(let id) = act { current = id }
        _ = world.takeEvents()
    }
}

extension RandomLife {
    /// A random act about an existing subscription or person.
    private mutating func act(at time: Timestamp) -> Act? {
        world.advance(to: time)
        if let temporary = world.subscriptions.last(where: \.isTemporary),
            temporary.givesAccess(at: time), dice.happens(0.8)
        {
            let owner = world.customers[temporary.owner].currentID
            let isValid = dice.happens(0.7)
            return .settleOutage(
                of: owner, productID: temporary.product.id, isValid: isValid)
        }
        let isAboutPurchases = dice.happens(0.6)
        guard isAboutPurchases, let held = heldSubscription() else { return actOfPerson() }
        return act(on: held.productID, of: held.owner)
    }

    private mutating func actOfPerson() -> Act? {
        let (product, entitlement) = (
            dice.pick(from: world.catalog.products), dice.pick(from: world.catalog.entitlementIDs)
        )
        let buyer = dice.happens(0.8) ? person : partner
        switch dice.roll(1...17) {
        case 1...5: return purchase(of: product)
        case 6, 7: return .logIn(from: current, to: buyer)
        case 8:
            let install = dice.anonymousID()
            appUserIDs.append(install)
            return .see(install)
        case 9, 10: return .restore(by: current, purchasesOf: dice.pick(from: appUserIDs) ?? person)
        case 11: return .transfer(from: person, to: partner)
        case 12:
            let days = dice.happens(0.1) ? nil : dice.roll(1...90)
            return entitlement.map { .grant(buyer, entitlementID: $0, days: days) }
        case 13: return entitlement.map { .revokeGrant(buyer, entitlementID: $0) }
        case 14: return product.map { .purchaseInOutage(by: current, productID: $0.id) }
        case 15: return product.map { .refund(buyer, productID: $0.id, .latest) }
        case 16: return product.map { .expireWrongly(buyer, productID: $0.id) }
        default: return product.map { .leaveFamily(partner, productID: $0.id) }
        }
    }

    private mutating func purchase(of product: World.Product?) -> Act? {
        guard let product else { return nil }
        let stores: [World.Store] = [.appStore, .appStore, .playStore, .playStore, .stripe]
        let offers: [World.Offer] = [.none, .none, .trial, .intro]
        let isShared = dice.happens(0.1)
        return .purchase(
            by: current, productID: product.id, store: dice.pick(from: stores) ?? .appStore,
            offer: dice.pick(from: offers) ?? .none,
            environment: dice.happens(0.05) ? .sandbox : .production,
            onReceiptOf: isShared ? dice.pick(from: appUserIDs) : nil)
    }

    private mutating func act(on productID: String, of owner: String) -> Act? {
        switch dice.roll(1...16) {
        case 1...3: return .cancel(owner, productID: productID, isTooLate: dice.happens(0.2))
        case 4: return .uncancel(owner, productID: productID)
        case 5, 6: return .breakPayment(owner, productID: productID)
        case 7, 8: return .mendPayment(owner, productID: productID)
        case 9: return .pause(owner, productID: productID, days: dice.roll(7...60))
        case 10: return .resume(owner, productID: productID)
        case 11:
            let formers: [World.RefundedPeriod] = [.earlier, .earlierTold]
            return .refund(
                owner, productID: productID,
                dice.happens(0.6) ? .latest : dice.pick(from: formers) ?? .earlier)
        case 12: return .reverseRefund(owner, productID: productID)
        case 13:
            let other = dice.pick(from: world.catalog.products)
            let isDeferred = dice.happens(0.5)
            return other.map {
                .changeProduct(owner, from: productID, to: $0.id, isDeferred: isDeferred)
            }
        case 14: return .extend(owner, productID: productID, days: dice.roll(1...30))
        case 15: return .stopSharing(owner, productID: productID)
        default: return .shareWithFamily(owner, productID: productID, member: partner)
        }
    }

    private mutating func heldSubscription() -> (owner: String, productID: String)? {
        let held = world.subscriptions.filter { !$0.isGrant }
        return dice.pick(from: held).map {
            (world.customers[$0.owner].currentID, $0.product.id)
        }
    }
}

extension RandomLife {
    /// The acts of many lives, ordered by time.
    package static func acts(of lives: [RandomLife]) -> [TimedAct] {
        let numbered = lives.enumerated().flatMap { number, life in
            life.acts.map { (number: number, act: $0) }
        }
        // Acts of one moment stay in their order, because the sort is stable.
        return numbered.sorted { ($0.act.time, $0.number) < ($1.act.time, $1.number) }.map(\.act)
    }

    /// Many lives, named `customer_1`, `customer_2` and so on.
    package static func population(
        _ count: Int, seed: UInt64, catalog: World.Catalog = .example,
        settings: World.Settings = World.Settings(), from start: Timestamp, until end: Timestamp
    ) -> [RandomLife] {
        (0..<count).map {
            RandomLife(
                seed: seed, name: "customer_\($0 + 1)", catalog: catalog, settings: settings,
                from: start, until: end)
        }
    }
}

extension Dice {
    fileprivate mutating func pick<Element>(from elements: [Element]) -> Element? {
        elements.randomElement(using: &self)
    }

    fileprivate mutating func anonymousID() -> String {
        AppUserID.anonymousPrefix + hexadecimal(digits: 32)
    }
}
