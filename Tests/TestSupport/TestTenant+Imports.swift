package import Entitlements
import EntitlementsDatabase

extension TestTenant {
    /// Imports rows in one call, and returns what became of each: `imported`, `known`, or a code.
    @discardableResult
    package func importRows(
        _ rows: [JSONValue], isDryRun: Bool = false, at moment: Timestamp? = nil
    ) async throws -> [String] {
        try await database.call(ImportRows(rows, isDryRun: isDryRun, asOf: moment), in: id)
            .map { $0.outcome == "refused" ? $0.code ?? "refused" : $0.outcome }
    }
}

/// Rows of an import, as the command reads them.
package enum ImportedRow {
    package static func appUser(
        _ appUserID: String, anonymous: [String] = [], createdAt: Timestamp? = nil
    ) -> JSONValue {
        [
            "record": "app_user", "app_user_id": .string(appUserID),
            "anonymous_app_user_ids": .texts(anonymous), "created_at": time(createdAt),
        ]
    }

    package static func member(
        _ appUserID: String, of household: String, role: String = "member", from: Timestamp,
        until: Timestamp? = nil
    ) -> JSONValue {
        [
            "record": "household_member", "household": .string(household),
            "app_user_id": .string(appUserID), "role": .string(role), "joined_at": time(from),
            "left_at": time(until), "left_because": until == nil ? .null : "left",
        ]
    }

    package static func purchase(
        of appUserID: String, transaction: String = "sub_1",
        product: String = RevenueCatEvent.defaultProduct, store: String = "app_store",
        from: Timestamp, until: Timestamp? = nil, cancelledAt: Timestamp? = nil
    ) -> JSONValue {
        [
            "record": "purchase", "app_user_id": .string(appUserID), "store": .string(store),
            "transaction_id": .string(transaction), "product_id": .string(product),
            "period_type": "normal", "environment": "production", "purchased_at": time(from),
            "expires_at": time(until), "cancelled_at": time(cancelledAt),
        ]
    }

    package static func use(
        of limit: String, by appUserID: String, _ amount: Int64 = 1, reference: String,
        at moment: Timestamp
    ) -> JSONValue {
        [
            "record": "use", "app_user_id": .string(appUserID), "limit_id": .string(limit),
            "amount": .integer(amount), "used_at": time(moment), "reference": .string(reference),
        ]
    }

    package static func grant(
        to appUserID: String, reference: String = "g_1", entitlement: String = "plus",
        from: Timestamp, until: Timestamp? = nil
    ) -> JSONValue {
        [
            "record": "grant", "app_user_id": .string(appUserID), "environment": "production",
            "entitlement_id": .string(entitlement), "starts_at": time(from),
            "expires_at": time(until), "reason": "A founder.", "reference": .string(reference),
        ]
    }

    private static func time(_ moment: Timestamp?) -> JSONValue {
        moment.map { .string($0.rfc3339) } ?? .null
    }
}
