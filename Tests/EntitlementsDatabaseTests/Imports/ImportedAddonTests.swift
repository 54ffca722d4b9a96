import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// Tests rows of one transaction: add-ons run at the same time, an upgrade does not.
@Suite("Imported add-ons")
struct ImportedAddonTests {
    private let order = AddonOrder()
    private var day: (Int64) -> Timestamp { AddonOrder.day }

    private func row(_ product: String, _ days: ClosedRange<Int64> = 0...30) -> JSONValue {
        ImportedRow.purchase(
            of: "u_42", transaction: order.id, product: product, store: "play_store",
            from: day(days.lowerBound), until: day(days.upperBound))
    }

    private func count(in tenant: TestTenant) async throws -> [[String?]] {
        try await TestDatabase.shared.administer(
            "select count(*) from entitlements.purchases where tenant_id = '\(tenant.id)'")
    }

    @Test("rows of one order are purchases of their own, in one call or in two, and again")
    func both() async throws {
        let rows = [row(AddonOrder.music), row(AddonOrder.hifi)]
        for isOneCall in [true, false] {
            let tenant = try await AddonOrder.tenant()
            for call in isOneCall ? [rows] : rows.map({ [$0] }) {
                let outcomes = try await tenant.importRows(call, at: day(1))
                #expect(outcomes == call.map { _ in "imported" })
            }
            #expect(try await AddonOrder.active(in: tenant, at: 29) == ["hifi", "plus"])
            for again in [rows, rows.reversed()] {
                #expect(
                    try await tenant.importRows(again, at: day(2)) == ["known", "known"])
            }
            try await tenant.receive(order.renewal(), receivedAt: day(31))
            #expect(try await AddonOrder.active(in: tenant, at: 59) == ["hifi", "plus"])
            #expect(try await count(in: tenant) == [["2"]])
        }
    }

    @Test("rows of an upgrade are one purchase, of which one counts")
    func upgrade() async throws {
        let tenant = try await AddonOrder.tenant()
        let rows = [row(AddonOrder.hifi, 10...40), row(AddonOrder.music, 0...10)]
        #expect(
            try await tenant.importRows(rows, at: day(11)) == ["imported", "import_row_differs"])
        #expect(try await AddonOrder.active(in: tenant, at: 12) == ["hifi"])
        #expect(try await count(in: tenant) == [["1"]])
    }
}
