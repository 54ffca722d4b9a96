import Entitlements
import EntitlementsDatabase
import Foundation
import TestSupport
import Testing

@testable import EntitlementsAPI

/// Each life is one of the causes of "they paid, and the app shows Free".
///
/// The step that the explanation names first is taken over HTTP, and then the answer is yes.
@Suite("GET /v1/admin/users/{app_user_id}/explain", .timeLimit(.minutes(5)))
struct ExplainAccessTests {
    private let phone = "$RCAnonymousID:8069"

    @Test("the product is not in the tenant file, until the file with it is applied")
    func product() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(
                RevenueCatEvent.nowRunning().setting("product_id", "plus_2027").entitlements(nil))
            let step = try await api.step(after: "product_not_in_file")
            #expect(step["reason"] == "apply_product")
            #expect(step["facts"]?["product_id"] == "plus_2027")
            #expect(step["command"]?.string == "hearth tenants apply \(api.tenant.slug).yaml")
            let file = try Self.file(of: api).replacing(
                "\nproducts:\n",
                with:
                    "\nproducts:\n  plus_2027: { kind: non_consumable, entitlements: [plus] }\n"
            )
            try await api.take(step, "putCatalog", Array(file.utf8), type: "application/yaml")
            try await api.expectYes("own_purchase")
        }
    }

    @Test("an event could not be applied, until its cause is mended and it is retried")
    func event() async throws {
        try await TestAPI.run { api in
            let event = RevenueCatEvent.nowRunning(id: "e/1")
            try await api.tenant.receive(
                event.removing("transaction_id", "original_transaction_id", "product_id"))
            let step = try await api.step(after: "event_failed")
            #expect(step["reason"] == "retry_event")
            #expect(step["request"]?["path"] == "/v1/admin/webhook_events/e%2F1/retry")
            #expect(step["command"]?.string == "hearth events retry \(api.tenant.slug) 'e/1'")
            let answer = try await api.take(step, "retryWebhookEvent")
            #expect(try answer.json["status"] == "failed")
            // The retrier sends the body again: here with what a newer release would read of it.
            try await api.tenant.receive(event)
            try await api.expectYes("own_purchase")
        }
    }

    @Test("it was bought in the sandbox, and counts once they are a tester")
    func sandbox() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(RevenueCatEvent.nowRunning().inSandbox)
            let step = try await api.step(after: "sandbox_purchase")
            #expect(step["reason"] == "add_tester")
            let tester = "sandbox_testers: [{ app_user_id: u_42, until: \"2998-01-01T00:00:00Z\" }]"
            let file = try Self.file(of: api) + "\n\(tester)\n"
            try await api.take(step, "putCatalog", Array(file.utf8), type: "application/yaml")
            try await api.expectYes("tester_purchase")
        }
    }

    @Test("it was bought under an id that was never identified, found by its transaction")
    func anonymous() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(
                .nowRunning(appUserID: phone).transaction("t_1", original: "t_1"))
            let lost = try await api.explanation(of: "u_42", "entitlement_id=plus")
            #expect(lost["verdict"]?["reason"] == "unknown_id")
            #expect(lost["next"]?.array?.map { $0["reason"] } == ["set_key", "name_transaction"])
            let step = try await api.step(after: "not_identified", "&transaction_id=t_1")
            #expect(step["reason"] == "identify")
            let body = try #require(step["request"]?["body"])
            #expect(body == ["anonymous_app_user_id": .string(phone), "app_user_id": "u_42"])
            try await api.take(step, "identifyAppUser")
            try await api.expectYes("own_purchase")
        }
    }

    @Test("a purchase that left without a destination is claimed as an orphan")
    func orphan() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(.nowRunning())
            try await api.tenant.add(TestSnapshot(at: "2026-11-05T00:00:00Z"))
            let step = try await api.step(after: "not_identified")
            #expect(step["reason"] == "claim")
            let command = "hearth orphans claim \(api.tenant.slug) u_42 --orphan-id "
            #expect(step["command"]?.string?.hasPrefix(command) == true)
            try await api.take(step, "claimOrphan")
            try await api.expectYes("own_purchase")
        }
    }

    @Test("it moved to another account, which is named, until a grant is given")
    func transferred() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(.nowRunning())
            try await api.tenant.receive(.transfer(from: ["u_42"], to: ["u_2"]))
            let step = try await api.step(after: "transferred")
            #expect(step["reason"] == "give_grant")
            #expect(step["facts"]?["owner_app_user_id"] == "u_2")
            #expect(step["request"]?["body"]?["expires_at"] == "2999-01-01T00:00:00.000Z")
            try await api.take(step, "createGrant")
            try await api.expectYes("grant")
        }
    }

    @Test("the webhook was lost, until RevenueCat is read")
    func lostWebhook() async throws {
        let script: Upstream.Script = { _, _ in .subscriber(having: [.nowRunning()]) }
        try await TestAPI.run(answering: script) { api in
            try await api.tenant.setUpstreamKey()
            let explained = try await api.explanation(of: "u_42", "entitlement_id=plus")
            #expect(
                explained["knowledge"]?.array?.map { $0["reason"] } == [
                    "never_read", "no_webhook_yet",
                ])
            let step = try await api.step(after: "unknown_id")
            #expect(step["reason"] == "sync")
            #expect(
                step["command"]?.string
                    == "hearth reconcile start \(api.tenant.slug) --user u_42")
            try await api.take(step, "syncAppUser")
            try await api.expectYes("own_purchase")
        }
    }

    @Test("a snapshot, an import and a grant are no webhook about them: then it says none")
    func noWebhook() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(.nowRunning(appUserID: "u_1"))
            try await api.tenant.importRows([
                ImportedRow.purchase(of: "u_42", from: "2026-11-01T00:00:00Z")
            ])
            try await api.tenant.add(
                TestSnapshot(of: "u_42", at: "2026-11-05T00:00:00Z")
                    .listing(.like(.nowRunning().transaction("t_2", original: "t_2"))))
            try await api.tenant.grant(to: "u_42")
            try await api.expectLastWebhook(nil)
            let stranger = try await api.explanation(of: "u_7", "entitlement_id=plus")
            #expect(stranger.webhooks?["facts"]?["last_event_of_app_user_at"] == .null)
        }
    }

    @Test(
        "each webhook that names one of their ids is one about them, also if it changes nothing",
        arguments: [
            .nowRunning(appUserID: "u_42"), .other("INVOICE_ISSUANCE", appUserID: "u_42"),
            .other("VIRTUAL_CURRENCY_TRANSACTION", appUserID: "$RCAnonymousID:8069"),
            .other("SUBSCRIBER_ALIAS", appUserID: "u_42"), .transfer(from: ["u_42"], to: ["u_2"]),
            .transfer(from: ["u_2"], to: ["u_42"]), .other("PAYWALL_STARE", appUserID: "u_42"),
            RevenueCatEvent.nowRunning(appUserID: "u_42").removing("product_id", "transaction_id")
                .removing("original_transaction_id"),
        ] as [RevenueCatEvent])
    func lastWebhook(event: RevenueCatEvent) async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(.nowRunning(appUserID: "u_1"))
            _ = try await api.tenant.identify("$RCAnonymousID:8069", as: "u_42")
            try await api.expectLastWebhook(nil)
            let moment: Timestamp = "2026-11-20T10:00:00Z"
            try await api.tenant.receive(event, receivedAt: moment)
            try await api.expectLastWebhook(moment)
            try await api.tenant.add(TestSnapshot(of: "u_42", at: "2026-11-25T00:00:00Z"))
            try await api.expectLastWebhook(moment)
        }
    }

    @Test("a household's purchase ends with the membership, until they are invited again")
    func household() async throws {
        try await TestAPI.run(households: { $0.switchCooldownDays = 0 }) { api in
            try await api.tenant.receive(.nowRunning(appUserID: "u_1"))
            let household = try await api.tenant.found("u_1", with: ["u_42"])
            try await api.expectYes("household_purchase")
            try await api.tenant.leave("u_42", household)
            let step = try await api.step(after: "left_household")
            #expect(step["reason"] == "invite")
            let invite = try await api.take(step, "createHouseholdInvite")
            let code = try #require(try invite.json["invite_code"]?.string)
            let joined = try await api.post(
                "joinHousehold", "/v1/households/join",
                ["app_user_id": "u_42", "code": .string(code)])
            #expect(joined.status == 200)
            try await api.expectYes("household_purchase")
        }
    }

    @Test("an entitlement is not shared with the household, until the tenant file shares it")
    func notShared() async throws {
        try await TestAPI.run { api in
            try await api.tenant.apply { $0.entitlements[0].isShared = false }
            try await api.tenant.receive(.nowRunning(appUserID: "u_1"))
            try await api.tenant.found("u_1", with: ["u_42"])
            let step = try await api.step(after: "entitlement_not_shared")
            #expect(step["reason"] == "share_entitlement")
            let file = Array(try Self.file(of: api).utf8)
            try await api.take(step, "putCatalog", file, type: "application/yaml")
            try await api.expectYes("household_purchase")
        }
    }

    @Test("a read key may not explain, and two subjects are one too many")
    func refused() async throws {
        try await TestAPI.run { api in
            let path = "/v1/admin/users/u_42/explain"
            let read = try await api.get("explainAccess", path)
            #expect(try read.refusal == "403 forbidden")
            let two = try await api.get(
                "explainAccess", path + "?entitlement_id=plus&feature_id=labs", key: api.secretKey)
            #expect(try two.refusal == "422 validation_failed")
            for (query, code) in [
                ("entitlement_id=gold", "entitlement_not_in_catalog"),
                ("limit_id=gold", "limit_not_in_catalog"),
            ] {
                let unknown = try await api.get(
                    "explainAccess", "\(path)?\(query)", key: api.secretKey)
                #expect(try unknown.refusal == "404 \(code)")
            }
        }
    }

    private static func file(of api: TestAPI) throws -> String {
        try String(
            contentsOf: PackageRoot.url.appending(path: "examples/tenants/stockpot.yaml"),
            encoding: .utf8
        ).replacing("tenant: stockpot", with: "tenant: \(api.tenant.slug)")
    }
}

extension TestAPI {
    /// Expects a refusal for a reason, and returns the first step that mends it.
    fileprivate func step(
        after code: String, _ query: String = "", sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> JSONValue {
        let explained = try await explanation(of: "u_42", "entitlement_id=plus\(query)")
        #expect(explained["is_allowed"] == false, sourceLocation: sourceLocation)
        #expect(
            explained["verdict"]?["reason"] == .string(code), "\(explained)",
            sourceLocation: sourceLocation)
        return try #require(explained["next"]?.array?.first, sourceLocation: sourceLocation)
    }

    /// Sends the request of a step, with its body or the given one.
    @discardableResult
    fileprivate func take(
        _ step: JSONValue, _ operation: String, _ body: [UInt8]? = nil,
        type: String = "application/json"
    ) async throws -> RawHTTPResponse {
        let request = try #require(step["request"])
        let ownBody = request["body"].flatMap { $0.isNull ? nil : $0.bytes }
        let response = try await send(
            operation, try #require(request["method"]?.string),
            try #require(request["path"]?.string), key: secretKey,
            headers: (body ?? ownBody) == nil ? [] : [("Content-Type", type)],
            body: body ?? ownBody ?? [])
        #expect((200...202).contains(response.status), "\(response.text)")
        return response
    }

    /// Expects when the last webhook about `u_42` came, in the facts and in the sentence.
    fileprivate func expectLastWebhook(
        _ moment: Timestamp?, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let webhooks = try await explanation(of: "u_42", "entitlement_id=plus").webhooks
        #expect(
            webhooks?["facts"]?["last_event_of_app_user_at"]
                == moment.map { .string($0.rfc3339) } ?? .null,
            sourceLocation: sourceLocation)
        let told =
            moment.map { "the last about them at \($0.rfc3339)." } ?? "none about them has ever "
            + "arrived."
        #expect(
            webhooks?["sentence"]?.string?.hasSuffix(told) == true, "\(webhooks ?? .null)",
            sourceLocation: sourceLocation)
    }

    fileprivate func expectYes(
        _ code: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let explained = try await explanation(of: "u_42", "entitlement_id=plus")
        #expect(explained["is_allowed"] == true, sourceLocation: sourceLocation)
        #expect(
            explained["verdict"]?["reason"] == .string(code), "\(explained)",
            sourceLocation: sourceLocation)
        #expect(explained["next"] == [], sourceLocation: sourceLocation)
    }
}

extension JSONValue {
    /// What an explanation says of the tenant's webhooks.
    fileprivate var webhooks: JSONValue? { self["knowledge"]?.array?.last }
}
