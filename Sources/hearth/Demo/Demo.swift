import Entitlements
import RevenueCatSimulator

/// The people that `hearth up` shows: those of one example tenant, in a simulated RevenueCat.
///
/// The same tenant and beginning give the same people, with the same events.
struct Demo: Sendable {
    let tenant: TenantDefinition
    /// Where the simulated RevenueCat listens; 0 takes any free port.
    let port: Int
    /// The world as it was when the demo began.
    let world: World
    /// What it tells of the demo people, and of everybody else.
    let events: (ofDemoPeople: [SimulatedEvent], ofOthers: [SimulatedEvent])

    static let slug = "stockpot"
    static let seed: UInt64 = 1
    /// Besides the demo people; they are called `customer_1` and so on.
    private static let people = 25
    /// The file offers no trial, and somebody is to be in one.
    private static let trial = BillingPeriod(rawValue: "P7D")

    /// Nil where the tenant is not there or has nothing to sell.
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
        year.settings.projectID = tenant.readBack.project ?? year.settings.projectID
        var world = try year.world()
        let told = world.takeEvents()
        self.world = world
        events = (told.filter(\.isOfDemoPeople), told.filter { !$0.isOfDemoPeople })
    }

    /// What the tenant reads the simulated RevenueCat with.
    var apiKey: String {
        let keys = SimulatorConfiguration()
        return tenant.readBack.api == .v1 ? keys.v1Key : keys.v2Key
    }
}

extension SimulatedEvent {
    fileprivate var isOfDemoPeople: Bool {
        let fields = (try? JSONParser.parse(body))?["event"]
        let named = [fields?["app_user_id"]] + (fields?["transferred_to"]?.array ?? [])
        return named.contains { $0?.string.map(DemoPeople.isOne) ?? false }
    }
}
