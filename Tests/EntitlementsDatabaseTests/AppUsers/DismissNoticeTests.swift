import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("dismiss_notice")
struct DismissNoticeTests {
    /// A tenant in which u_2 has joined a household, and the id of that notice.
    private func joined() async throws -> (tenant: TestTenant, notice: String) {
        let tenant = try await TestTenant.createForRaces()
        try await tenant.found("u_1", with: ["u_2"])
        let notice = try await tenant.notices(of: "u_2").first?["notice_id"]?.string
        return (tenant, try #require(notice))
    }

    @Test("a dismissed notice is not shown again, and a repetition changes nothing")
    func works() async throws {
        let (tenant, notice) = try await joined()
        for _ in 0..<2 { try await tenant.dismiss(notice, by: "u_2") }
        #expect(try await tenant.notices(of: "u_2") == [])
        #expect(try await tenant.dismissals() == 1)
    }

    @Test("unknown notices, and those of other app users and tenants, are refused")
    func refused() async throws {
        let (tenant, notice) = try await joined()
        let other = try await TestTenant.create()
        try await other.found("u_2")
        await expectFailure(.noticeNotFound) { try await tenant.dismiss(notice, by: "u_1") }
        await expectFailure(.noticeNotFound) { try await tenant.dismiss(notice, by: "unknown") }
        await expectFailure(.noticeNotFound) { try await tenant.dismiss("x", by: "u_2") }
        await expectFailure(.noticeNotFound) { try await other.dismiss(notice, by: "u_2") }
        #expect(try await tenant.dismissals() == 0)
    }

    @Test("a dismissal counts for all ids, also those of a later merge")
    func merged() async throws {
        let tenant = try await TestTenant.create()
        let phone = anonymous("phone")
        try await tenant.create(phone)
        let household = try await tenant.found("u_1")
        try await tenant.join(phone, by: try await tenant.invite(to: household))
        let notice = try #require(
            try await tenant.notices(of: phone).first?["notice_id"]?.string)
        try await tenant.dismiss(notice, by: phone)
        try await tenant.identify(phone, as: "u_2")
        for appUserID in [phone, "u_2"] {
            #expect(try await tenant.notices(of: appUserID) == [])
        }
    }

    @Test("of eight simultaneous dismissals one is stored")
    func raced() async throws {
        let (tenant, notice) = try await joined()
        let outcomes = try await tenant.race(
            (0..<8).map { _ in { try await tenant.dismiss(notice, by: "u_2") } })
        #expect(outcomes == Array(repeating: nil, count: 8))
        #expect(try await tenant.dismissals() == 1)
    }
}
