import Entitlements
import EntitlementsDatabase
import TestSupport

private let forever: Timestamp = "2999-01-01T00:00:00Z"
private let january: Timestamp = "2026-01-01T00:00:00Z"
private let february: Timestamp = "2026-02-01T00:00:00Z"
private let phone = "$RCAnonymousID:8069"

extension RevenueCatEvent {
    /// A purchase in January that is over.
    fileprivate static func past(_ appUserID: String = "u_42") -> RevenueCatEvent {
        initialPurchase(appUserID: appUserID, purchasedAt: january, expiresAt: february)
    }

    fileprivate static func ended(because reason: String) -> RevenueCatEvent {
        expiration(reason: reason, purchasedAt: january, expiresAt: february)
    }
}

extension ExplainedLife {
    static let allowed = [
        ExplainedLife("own_purchase", "only_source", "renews", "webhooks_arrive") {
            try await $0.receive(.nowRunning())
        },
        ExplainedLife("ends") {
            try await $0.receive(.nowRunning())
            try await $0.receive(.cancellation(expiresAt: forever))
        },
        ExplainedLife("tester_purchase") {
            try await $0.receive(RevenueCatEvent.nowRunning().inSandbox)
        }.under {
            $0.sandboxTesters = [.init(appUserID: "u_42", until: forever)]
        },
        ExplainedLife("alias_purchase") {
            try await $0.receive(.nowRunning(appUserID: "u_43").aliases(["u_43", "u_42"]))
        },
        ExplainedLife("household_purchase", "household_member") {
            try await $0.receive(.nowRunning(appUserID: "u_1"))
            try await $0.found("u_1", with: ["u_42"])
        },
        ExplainedLife("grant") { try await $0.grant(to: "u_42") },
        ExplainedLife("feature_free", like: "digero", asking: "feature_id=web_import"),
        ExplainedLife("feature_unmapped", asking: "feature_id=strange"),
        ExplainedLife("limit_unlimited", like: "yapmate", asking: "limit_id=invoices") {
            try await $0.receive(
                .initialPurchase(product: "com.yapmate.pro.monthly", expiresAt: forever))
        },
        ExplainedLife("limit_has_room", like: "yapmate", asking: "limit_id=invoices"),
    ]

    static let refused = [
        ExplainedLife(
            "feature_denied", "apply_feature", asking: "feature_id=strange"
        ).under { $0.unmappedFeatures = .deny },
        ExplainedLife(
            "limit_reached", "limit_resets", "wait", like: "yapmate", asking: "limit_id=invoices"
        ) { try await $0.consume("invoices", by: "u_42", 5) },
        ExplainedLife("event_failed", "event_retried", "retry_event") {
            try await $0.receive(
                RevenueCatEvent.nowRunning(id: "e_1")
                    .removing("transaction_id", "original_transaction_id", "product_id"))
        },
        ExplainedLife("product_not_in_file", "apply_product") {
            try await $0.receive(
                .initialPurchase(product: "plus_2027", expiresAt: forever).entitlements(nil))
        },
        ExplainedLife(
            "not_identified", "identify", asking: "entitlement_id=plus&transaction_id=t_1"
        ) {
            try await $0.receive(
                .nowRunning(appUserID: phone).transaction("t_1", original: "t_1"))
        },
        ExplainedLife("not_identified", "claim") {
            try await $0.receive(.nowRunning())
            try await $0.add(TestSnapshot(at: "2026-11-05T00:00:00Z"))
        },
        ExplainedLife("transferred", "give_grant") {
            try await $0.receive(.nowRunning())
            try await $0.receive(.transfer(from: ["u_42"], to: ["u_2"]))
        },
        ExplainedLife("not_transferred", "give_grant") {
            try await $0.receive(.nowRunning(appUserID: "u_2").store("STRIPE"))
            try await $0.receive(.transfer(from: ["u_2"], to: ["u_42"]))
        },
        ExplainedLife("owned_by_another", asking: "entitlement_id=plus&transaction_id=t_1") {
            try await $0.receive(
                .nowRunning(appUserID: "u_2").transaction("t_1", original: "t_1"))
        },
        ExplainedLife("alias_conflict", "share_aliases") {
            try await $0.receive(.nowRunning(appUserID: "u_43").aliases(["u_43", "u_42"]))
        }.under {
            $0.people.aliases = .conflict
        },
        ExplainedLife("sandbox_ignored", "add_tester") {
            try await $0.receive(RevenueCatEvent.nowRunning().inSandbox)
        }.under { $0.sandbox = .ignore },
        ExplainedLife("sandbox_purchase", "add_tester") {
            try await $0.receive(RevenueCatEvent.nowRunning().inSandbox)
        },
        ExplainedLife(
            "production_purchase", "ask_production",
            asking: "entitlement_id=plus&environment=sandbox"
        ) { try await $0.receive(.nowRunning()) },
        ExplainedLife("gives_other_entitlements", like: "yapmate", asking: "entitlement_id=trade") {
            try await $0.receive(
                .initialPurchase(product: "com.yapmate.pro.monthly", expiresAt: forever))
        },
        ExplainedLife("event_not_understood") {
            try await $0.receive(.other("PAYWALL_STARE", appUserID: "u_42"))
        },
        ExplainedLife("transaction_unknown", asking: "entitlement_id=plus&transaction_id=t_1"),
        ExplainedLife("unknown_id", "no_webhook_yet", "name_transaction"),
        ExplainedLife("nothing_bought") { try await $0.create("u_42", "identified") },
    ]

    static let ended = [
        ExplainedLife("not_begun", "begins", "wait") {
            try await $0.receive(
                .initialPurchase(purchasedAt: "2998-01-01T00:00:00Z", expiresAt: forever))
        },
        ExplainedLife("paused", "resumes") {
            try await $0.receive(.past().store("PLAY_STORE"))
            try await $0.receive(
                .subscriptionPaused(
                    purchasedAt: january, expiresAt: february, resumesAt: forever))
        },
        ExplainedLife("billing_error") {
            try await $0.receive(.past())
            try await $0.receive(.ended(because: "BILLING_ERROR"))
        },
        ExplainedLife("refunded") {
            try await $0.receive(.past())
            try await $0.receive(.refund(purchasedAt: january))
        },
        ExplainedLife("price_increase_declined") {
            try await $0.receive(.past())
            try await $0.receive(.ended(because: "PRICE_INCREASE"))
        },
        ExplainedLife("unsubscribed", "set_key", "buy", "no_revenuecat_key") {
            try await $0.receive(.past())
            try await $0.receive(.ended(because: "UNSUBSCRIBE"))
        },
        ExplainedLife("ended_by_developer") {
            try await $0.receive(.past())
            try await $0.receive(.ended(because: "DEVELOPER_INITIATED"))
        },
        ExplainedLife("expired", "webhooks_quiet") {
            try await $0.receive(.past(), receivedAt: january)
        },
        ExplainedLife("grant_revoked") {
            let grant = try await $0.grant(to: "u_42")
            try await $0.revoke(grant: grant.grantID, of: "u_42")
        },
        ExplainedLife("grant_ended") {
            try await $0.grant(to: "u_42", for: "P1M", at: january)
        },
    ]

    static let households = [
        ExplainedLife("entitlement_not_shared", "share_entitlement") {
            try await $0.receive(.nowRunning(appUserID: "u_1"))
            try await $0.found("u_1", with: ["u_42"])
        }.under { $0.entitlements[0].isShared = false },
        ExplainedLife("left_household", "invite") {
            try await $0.receive(.nowRunning(appUserID: "u_1"))
            try await $0.leave("u_42", try await $0.found("u_1", with: ["u_42"]))
        },
        ExplainedLife("sharer_left") {
            try await $0.receive(.nowRunning(appUserID: "u_1"))
            try await $0.leave("u_1", try await $0.found("u_9", with: ["u_1", "u_42"]))
        },
        ExplainedLife("only_owner_shares", "share_from_members") {
            try await $0.receive(.nowRunning(appUserID: "u_1"))
            try await $0.found("u_9", with: ["u_1", "u_42"])
        }.under { $0.households.sharesFrom = .owner },
        ExplainedLife("grant_not_shared", "share_grants") {
            try await $0.grant(to: "u_1")
            try await $0.found("u_1", with: ["u_42"])
        },
        ExplainedLife("store_family_share") {
            try await $0.receive(RevenueCatEvent.nowRunning(appUserID: "u_1").asFamilyShare)
            try await $0.found("u_1", with: ["u_42"])
        },
        ExplainedLife("ended_before_joining") {
            try await $0.receive(.past("u_1"))
            try await $0.found("u_1", with: ["u_42"])
        },
    ]

    static let ranks = [
        ExplainedLife("active_first") {
            try await $0.receive(.nowRunning())
            try await $0.receive(.past().transaction("t_1", original: "t_1"))
        },
        ExplainedLife("begun_first") {
            try await $0.receive(.past().transaction("t_1", original: "t_1"))
            try await $0.receive(
                .initialPurchase(purchasedAt: "2998-01-01T00:00:00Z", expiresAt: forever))
        },
        ExplainedLife("outranked", "latest_end_first") {
            try await $0.receive(.nowRunning())
            try await $0.receive(
                .initialPurchase(expiresAt: "2998-01-01T00:00:00Z")
                    .transaction("t_1", original: "t_1"))
        },
        ExplainedLife("own_before_household") {
            try await $0.receive(.nowRunning())
            try await $0.receive(.nowRunning(appUserID: "u_1"))
            try await $0.found("u_1", with: ["u_42"])
        },
        ExplainedLife("own_before_alias") {
            try await $0.receive(.nowRunning())
            try await $0.receive(.nowRunning(appUserID: "u_43").aliases(["u_43", "u_42"]))
        },
        ExplainedLife("purchase_before_grant") {
            try await $0.receive(.nowRunning())
            try await $0.receive(.promotionalGrant(appUserID: "u_42", expiresAt: forever))
        },
        ExplainedLife("direct_before_implied", like: "yapmate", asking: "entitlement_id=pro") {
            for plan in ["pro", "trade"] {
                try await $0.receive(
                    .initialPurchase(product: "com.yapmate.\(plan).monthly", expiresAt: forever))
            }
        },
        ExplainedLife("newest_period_first") {
            try await $0.receive(.nowRunning())
            try await $0.receive(
                .initialPurchase(purchasedAt: january, expiresAt: forever)
                    .transaction("t_1", original: "t_1"))
        },
        ExplainedLife("lowest_id_first") {
            try await $0.receive(.nowRunning())
            try await $0.receive(.nowRunning().transaction("t_1", original: "t_1"))
        },
    ]

    static let knowledge = [
        ExplainedLife("never_read", "sync") { try await $0.setUpstreamKey() },
        ExplainedLife("snapshot_old") {
            try await $0.setUpstreamKey()
            try await $0.add(TestSnapshot(at: january).listing(.like(.past())))
        },
        ExplainedLife("snapshot_fresh", asking: "entitlement_id=plus&as_of=2026-01-01T10:00:00Z") {
            try await $0.setUpstreamKey()
            try await $0.add(TestSnapshot(at: january).listing(.like(.past())))
        },
        ExplainedLife("revenuecat_unreadable") {
            try await $0.setUpstreamKey()
            try await $0.receive(.past())
            try await TestDatabase.shared.administer(
                """
                update entitlements.snapshot_queue set attempts = 1, setback = 'unavailable'
                 where tenant_id = '\($0.id)'
                """)
        },
        ExplainedLife("customer_missing") {
            try await $0.setUpstreamKey()
            try await $0.receive(.nowRunning())
            _ = try await $0.database.callOne(ConfirmAppUser(appUserID: "u_42"), in: $0.id)
        },
        ExplainedLife("webhooks_refused") {
            try await $0.setUpstreamKey()
            _ = try await $0.database.callOne(
                NoteRefusedWebhook(reason: "authorization_differs", refusals: 1), in: $0.id)
        },
    ]

    static let recalled = [
        ExplainedLife("was_right") { try await $0.receive(.nowRunning()) }.before {
            try await $0.grant(to: "u_42")
        },
        ExplainedLife("was_wrong", "unknown_id").before { try await $0.receive(.nowRunning()) },
    ]
}
