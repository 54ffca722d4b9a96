import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("find_tenant")
struct FindTenantTests {
    @Test("a tenant is found by its slug, with its webhook authentication")
    func found() async throws {
        let tenant = try await TestTenant.create(like: "bookwish") { $0.sandbox = .ignore }
        let found = try await tenant.database.callOne(FindTenant(slug: tenant.slug))
        #expect(found.tenantID == tenant.id)
        #expect(found.name == "BookWish")
        #expect(found.requiresSignature)
        #expect(!found.requiresAuthorization)
        #expect(found.signatureHeader == "X-RevenueCat-Webhook-Signature")
        #expect(found.sandboxPolicy == "ignore")
        #expect(
            Set(found.productIDs)
                == Set(try TestTenant.definition(of: "bookwish").products.map(\.id.rawValue)))
    }

    @Test("a tenant can require both kinds of webhook authentication")
    func bothProofs() async throws {
        let tenant = try await TestTenant.create {
            $0.webhooks.authentication = [.authorization, .signature]
        }
        let found = try await tenant.database.callOne(FindTenant(slug: tenant.slug))
        #expect(found.requiresSignature && found.requiresAuthorization)
    }

    @Test("an unknown slug has no tenant", arguments: ["", "nobody", "T", "a' or true --"])
    func notFound(slug: String) async throws {
        let database = try await TestDatabase.shared.database()
        #expect(try await database.call(FindTenant(slug: slug)).isEmpty)
    }
}
