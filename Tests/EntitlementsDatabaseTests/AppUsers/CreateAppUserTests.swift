import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("create_app_user")
struct CreateAppUserTests {
    @Test("an anonymous app user gets a new id, and proves it with a device secret")
    func anonymousOne() async throws {
        let tenant = try await TestTenant.create()
        let made = try await tenant.create(nil, secret: "dev_1")
        let id = try #require(made["app_user_id"]?.string)
        #expect(UUID(uuidString: id) != nil)
        #expect(made["app_user"]?["kind"] == "anonymous")
        #expect(made["app_user"]?["app_user_ids"] == [.string(id)])
        let merge = try await tenant.identify(id, as: "u_1", by: .deviceSecret("dev_1"))
        #expect(merge["outcome"] == "upgraded")
    }

    @Test("an id known from webhooks becomes anonymous once the tenant declares it")
    func declared() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "sign-in"))
        #expect(try await tenant.orphans().isEmpty)
        let made = try await tenant.create("sign-in")
        #expect(made["app_user"]?["kind"] == "anonymous")
        #expect(made["app_user"]?["subscriptions"]?.array?.count == 1)
        #expect(try await tenant.orphans().count == 1)
        #expect(try await tenant.create("sign-in")["app_user"]?["kind"] == "anonymous")
    }

    @Test("two ids join only if one was declared anonymous before the link")
    func rejoined() async throws {
        for isDeclaredFirst in [true, false] {
            let tenant = try await TestTenant.create()
            if isDeclaredFirst { try await tenant.create("sign-in") }
            try await tenant.join("u_1", "sign-in")
            if !isDeclaredFirst {
                #expect(try await tenant.people() == [["sign-in"], ["u_1"]])
                await expectFailure(.notAnonymous) { try await tenant.create("sign-in") }
            } else {
                #expect(try await tenant.people() == [["sign-in", "u_1"]])
            }
        }
    }

    @Test("an identified id cannot become anonymous; an anonymous id needs identify")
    func identifiedOne() async throws {
        let tenant = try await TestTenant.create()
        #expect(try await tenant.create("u_1", "identified")["app_user"]?["kind"] == "identified")
        try await tenant.create("u_1", "identified")
        try await expectNobodyChanged(.notAnonymous, in: tenant) { try await tenant.create("u_1") }
        try await tenant.create("sign-in")
        for id in ["sign-in", anonymous("a")] {
            await expectFailure(.identifyRequired) { try await tenant.create(id, "identified") }
        }
    }

    @Test("a new secret replaces the previous one")
    func replaced() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.create(anonymous("a"), secret: "dev_1")
        try await tenant.create(anonymous("a"), secret: "dev_2")
        await expectFailure(.proofInvalid) {
            try await tenant.identify(anonymous("a"), as: "u_1", by: .deviceSecret("dev_1"))
        }
        try await tenant.identify(anonymous("a"), as: "u_1", by: .deviceSecret("dev_2"))
    }

    @Test("two requests with one idempotency key create one app user")
    func repeated() async throws {
        let tenant = try await TestTenant.create()
        let call = CreateAppUser(
            appUserID: nil, kind: "anonymous", secretDigest: Array(repeating: 7, count: 32),
            idempotencyKey: "key", requestDigest: Array(repeating: 1, count: 32))
        let first = try await tenant.database.callOne(call, in: tenant.id)
        let second = try await tenant.database.callOne(call, in: tenant.id)
        #expect(!first.isReplayed && second.isReplayed)
        #expect(first.json == second.json)
        #expect(try await tenant.people().count == 1)
    }

    @Test("six simultaneous creations make one app user with one valid secret")
    func raced() async throws {
        let tenant = try await TestTenant.create()
        let outcomes = try await tenant.race(
            (0..<6).map { number in
                { try await tenant.create("sign-in", secret: "dev_\(number)") }
            })
        #expect(outcomes == Array(repeating: nil, count: 6))
        #expect(try await tenant.people() == [["sign-in"]])
        let living = try await TestDatabase.shared.administer(
            "select count(*) from entitlements.device_secrets "
                + "where tenant_id = '\(tenant.id)' and revoked_at is null")
        #expect(living == [["1"]])
    }
}
