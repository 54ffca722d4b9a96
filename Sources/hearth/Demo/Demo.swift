import Entitlements
import RevenueCatSimulator

/// The app users that `hearth up` shows: those of one example tenant, in a simulated RevenueCat.
///
/// The same tenant and start give the same app users and events.
struct Demo: Sendable {
    let tenant: TenantDefinition
    /// The simulated RevenueCat's port; 0 takes any free port.
    let port: Int
    /// The world at the demo's start.
    let world: World
    /// The world's events, of the demo people and of the other customers.
    let events: (ofDemoPeople: [SimulatedEvent], ofOthers: [SimulatedEvent])

    static let slug = "stockpot"
    static let seed: UInt64 = 1
    /// The number of other customers: `customer_1` and so on.
    private static let people = 25
    /// A trial for the demo, if the tenant file offers none.
    private static let trial = BillingPeriod(rawValue: "P7D")

    /// Nil if the tenant is missing or has nothing to sell.
    init?(of tenants: [TenantDefinition], begunAt: Timestamp, port: Int) throws {
        guard var tenant = tenants.first(where: { $0.slug.rawValue == Self.slug }),
            let product = tenant.products.firstIndex(where: { $0.kind == .subscription }),
            let entitlement = tenant.products[product].entitlements.first
        else { return nil }
        self.tenant = tenant
        self.port = port
        tenant.products[product].trial = tenant.products[product].trial ?? Self.trial
        let people = DemoPeople(
            productID: tenant.products[product].id.rawValue,
            entitlementID: entitlement.rawValue, begunAt: begunAt)
        var year = SimulatedYear(
            catalog: World.Catalog(tenant), seed: Self.seed, people: Self.people, end: begunAt,
            acts: people.acts)
        year.settings.projectID = tenant.snapshotPolicy.project ?? year.settings.projectID
        var world = try year.world()
        let told = world.takeEvents()
        self.world = world
        events = (told.filter(\.isOfDemoPeople), told.filter { !$0.isOfDemoPeople })
    }

    /// The key with which the tenant reads the simulated RevenueCat.
    var apiKey: String {
        let keys = SimulatorConfiguration()
        return tenant.snapshotPolicy.api == .v1 ? keys.v1Key : keys.v2Key
    }
}

extension SimulatedEvent {
    fileprivate var isOfDemoPeople: Bool {
        let fields = (try? JSONParser.parse(body))?["event"]
        let named = [fields?["app_user_id"]] + (fields?["transferred_to"]?.array ?? [])
        return named.contains { $0?.string.map(DemoPeople.isOne) ?? false }
    }
}
