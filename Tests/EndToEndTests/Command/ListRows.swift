import Entitlements
import TestSupport

/// An element of each list as the API answers it, without a null: by the command.
enum ListRows {
    static let all = people.merging(operations) { first, _ in first }

    private static let time: JSONValue = "2026-11-21T10:00:00.000Z"
    private static let id: JSONValue = "0aa3a1d1-6a4f-4f4c-9d4d-5f9d3b0a7c11"
    private static let price: JSONValue = ["amount": 4.99, "currency": "EUR"]
    private static let gives: JSONValue = ["entitlement_id": "plus", "duration": "P1M"]

    private static let people: [String: JSONValue] = [
        "hearth find": [
            "app_user_id": "u_42", "kind": "identified", "matched_by": "attribute",
            "attribute": "$email", "matched": "ana@example.com",
        ],
        "hearth users list": [
            "app_user_id": "u_42", "kind": "identified", "email": "ana@example.com",
            "plan": "plus", "household_id": id, "created_at": time, "updated_at": time,
            "entitlement": [
                "entitlement_id": "plus", "status": "trialing", "expires_at": time,
                "product_id": "plus_monthly", "store": "app_store", "will_renew": true,
            ],
        ],
        "hearth households list": [
            "household_id": id, "name": "Muster", "owner_app_user_id": "u_42",
            "seats": ["taken": 2, "total": 6], "seats_exceeded_at": time, "created_at": time,
            "dissolved_at": time,
        ],
        "hearth timeline": [
            "recorded_at": time, "kind": "webhook_event",
            "data": ["event_id": "e_1", "type": "RENEWAL", "failure": nil],
        ],
        "hearth transactions list": [
            "purchased_at": time, "transaction_id": "200", "store": "app_store",
            "product_id": "plus_monthly", "period_type": "normal", "period_ends_at": time,
            "price": price, "refunded_at": time, "refunded_price": price,
        ],
        "hearth grants list": [
            "granted_at": time, "grant_id": id, "status": "active", "entitlement_id": "plus",
            "product_id": "plus_monthly", "expires_at": time, "granted_by": "operator",
            "reason": "ticket 4711",
        ],
        "hearth limits show": [
            "limit_id": "scans", "used": 2, "limit": 3, "remaining": 1, "fair_use": 100,
            "throttled": false, "resets_at": time, "next_available_at": time,
            "pool": ["household_id": id],
        ],
        "hearth limits uses": [
            "used_at": time, "amount": 1, "counts": true, "app_user_id": "u_42",
            "reference": "scan 7", "reservation_id": id,
        ],
        "hearth credits show": ["credit_id": "hd_export", "balance": 5, "spent": 2, "owed": 0],
        "hearth credits undelivered": [
            "purchased_at": time, "app_user_id": "u_42", "credit_id": "hd_export", "remaining": 1,
            "product_id": "export_1", "transaction_id": "200", "reference": "eye 1",
            "ordered_at": time,
        ],
        "hearth households show": ["app_user_id": "u_42", "role": "owner", "joined_at": time],
        "hearth orphans list": [
            "orphaned_at": time, "orphan_id": id, "reason": "transferred",
            "purchase": ["product_id": "plus_monthly", "store": "app_store", "expires_at": time],
            "app_user_id": "$RCAnonymousID:5eed", "previous_app_user_id": "u_42",
        ],
        "hearth merges list": [
            "recorded_at": time, "merge_id": id, "action": "merge",
            "app_user_ids": ["u_42", "$RCAnonymousID:5eed"], "actor": "operator", "reason": "x",
        ],
        "hearth redemptions list": [
            "redeemed_at": time, "redemption_id": id, "campaign_id": "welcome",
            "app_user_id": "u_42", "gives": gives, "expires_at": time, "revoked_at": time,
            "revoked_because": "abuse",
        ],
    ]

    private static let operations: [String: JSONValue] = [
        "hearth campaigns list": [
            "campaign_id": "welcome", "origin": "file", "is_open": true, "gives": gives,
            "redemptions": 12, "max_redemptions": 100, "codes": 3, "valid_from": time,
            "valid_until": time, "revoked_at": time,
        ],
        "hearth runs list": [
            "started_at": time, "run_id": id, "status": "finished", "scope": "all",
            "dry_run": true, "people": ["read": 10, "unknown": 1, "failed": 2, "waiting": 3],
            "drift": ["total": 4, "access_affected": 5], "setback": "status_500",
        ],
        "hearth runs drift": [
            "app_user_id": "u_42", "product_id": "plus_monthly", "cause": "missed_event",
            "access_affected": true,
        ],
        "hearth audit list": [
            "recorded_at": time, "action": "grant", "actor": "support_key:k8Tq",
            "actor_name": "Lea", "app_user_ids": ["u_42"], "merge_id": id, "reason": "ticket 4711",
        ],
        "hearth events list": [
            "received_at": time, "event_id": "e_1", "type": "RENEWAL", "status": "failed",
            "app_user_id": "u_42", "failure": "price: not a number",
        ],
        "hearth findings list": [
            "kind": "product_not_in_catalog", "product_id": "plus_weekly", "count": 3,
            "first_seen_at": time, "last_seen_at": time,
        ],
        "hearth findings households": [
            "kind": "double_payer", "household_id": id, "entitlement_id": "plus",
            "purchases": [["product_id": "plus_monthly", "app_user_id": "u_42"]],
        ],
        "hearth endpoints list": [
            "endpoint_id": id, "url": "https://app.example/hearth", "state": "off",
            "off_reason": "failing", "kinds": ["notice", "limit_reached"],
            "environments": ["production"], "created_at": time,
        ],
        "hearth endpoints deliveries": [
            "number": 1_763_000_000_000_000, "status": "failing", "attempts": 3,
            "http_status": 500, "duration_milliseconds": 12, "first_error": "status_500",
            "last_attempt_at": time, "next_attempt_at": time,
        ],
        "hearth tenants list": [
            "slug": "myapp", "name": "My app", "version": 3, "updated_at": time,
        ],
        "hearth tenants history": [
            "definition_version": 3, "applied_at": time, "applied_by": "operator:ana@db-1",
        ],
        "hearth keys list": [
            "key_id": "0a1b2c", "kind": "read", "name": "Lea", "tenant": "myapp",
            "created_at": time, "last_used_at": time, "revoked_at": time,
        ],
        "hearth configuration": ["key": "HEARTH_PORT", "value": "8080", "source": "default"],
    ]
}
