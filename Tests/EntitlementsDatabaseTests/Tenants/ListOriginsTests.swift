import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("list_origins")
struct ListOriginsTests {
    @Test("each origin is listed once, until no tenant has it")
    func listed() async throws {
        let origin = try #require(
            WebOrigin(rawValue: "https://\(TenantID().uuidString.lowercased())"))
        var tenants: [TestTenant] = []
        for _ in 0..<2 {
            tenants.append(try await TestTenant.create { $0.endUsers.origins = [origin] })
        }
        let database = tenants[0].database
        func count() async throws -> Int {
            try await database.call(ListOrigins()).filter { $0.origin == origin.rawValue }.count
        }
        #expect(try await count() == 1)
        try await tenants[0].apply { _ in }
        #expect(try await count() == 1)
        try await tenants[1].apply { _ in }
        #expect(try await count() == 0)
    }
}
