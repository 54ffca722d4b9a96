package import Entitlements

/// A snapshot as RevenueCat's client passes it to the database, for tests.
///
///     TestSnapshot(of: "u_42", at: day(3)).listing(.like(renewal), .like(lifetime))
package struct TestSnapshot: Sendable {
    package var appUserID: String
    package var readAt: Timestamp
    package var aliases: [String] = []
    package var firstSeenAt: Timestamp?
    package var purchases: [Purchase] = []
    package var activeProductIDs: [String] = []
    package var refunded: [Purchase] = []

    package init(of appUserID: String = RevenueCatEvent.defaultAppUserID, at readAt: Timestamp) {
        self.appUserID = appUserID
        self.readAt = readAt
    }

    package func listing(_ purchases: Purchase...) -> TestSnapshot {
        listing(purchases)
    }

    package func listing(_ purchases: [Purchase]) -> TestSnapshot {
        var snapshot = self
        snapshot.purchases += purchases
        return snapshot
    }

    /// With refunded one-time purchases, as version 2 lists them.
    package func listing(refunded: Purchase...) -> TestSnapshot {
        var snapshot = self
        snapshot.refunded += refunded
        return snapshot
    }

    package func aliased(_ ids: String...) -> TestSnapshot {
        var snapshot = self
        snapshot.aliases += ids
        return snapshot
    }

    /// The products through which version 1 says that an entitlement is active.
    package func active(through productIDs: String...) -> TestSnapshot {
        var snapshot = self
        snapshot.activeProductIDs += productIDs
        return snapshot
    }

    package func firstSeen(at moment: Timestamp) -> TestSnapshot {
        var snapshot = self
        snapshot.firstSeenAt = moment
        return snapshot
    }

    package var json: JSONValue {
        [
            "read_at": .string(readAt.rfc3339), "app_user_id": .string(appUserID),
            "app_user_ids": .texts([appUserID] + aliases),
            "first_seen_at": .text(firstSeenAt?.rfc3339),
            "purchases": .array(purchases.map { .object($0.fields) }),
            "active_product_ids": .texts(activeProductIDs),
            "refunded": .array(refunded.map { .object($0.fields) }),
        ]
    }
}

extension TestSnapshot {
    package struct Purchase: Sendable {
        package var fields: JSONObject

        /// The period of an event, as version 1 of the API lists it.
        ///
        /// It is active, and renews if possible.
        package static func like(_ event: RevenueCatEvent) -> Purchase {
            let isOneTime = event.fields["type"] == "NON_RENEWING_PURCHASE"
            var purchase = Purchase(fields: JSONObject())
            purchase.fields["is_one_time"] = .bool(isOneTime)
            purchase.fields["will_renew"] = .bool(!isOneTime)
            for name in ["environment", "store", "period_type"] {
                purchase.fields[name] = event.fields[name]?.string.map {
                    .string($0.lowercased())
                }
            }
            for name in ["product_id", "entitlement_ids", "transaction_id", "is_family_share"] {
                purchase.fields[name] = event.fields[name]
            }
            purchase = purchase.at("purchased_at", event.moment("purchased_at_ms"))
            guard let expiresAt = event.moment("expiration_at_ms") else {
                return purchase.setting("never_expires", true)
            }
            return purchase.at("expires_at", expiresAt)
        }

        /// An entitlement that version 1 says is active, and for which it lists no purchase.
        package static func entitlement(
            _ id: String, of productID: String?, from start: Timestamp, until end: Timestamp?
        ) -> Purchase {
            var purchase = Purchase(fields: JSONObject())
            purchase.fields["is_one_time"] = false
            purchase.fields["environment"] = "production"
            purchase.fields["product_id"] = .text(productID)
            purchase.fields["entitlement_ids"] = .texts([id])
            purchase.fields["will_renew"] = false
            purchase.fields["never_expires"] = .bool(end == nil)
            return purchase.at("purchased_at", start).at("expires_at", end)
        }

        /// Sets a field, or removes it for nil.
        package func setting(_ name: String, _ value: JSONValue?) -> Purchase {
            var purchase = self
            purchase.fields[name] = value
            return purchase
        }

        package func at(_ name: String, _ moment: Timestamp?) -> Purchase {
            setting(name, moment.map { .string($0.rfc3339) })
        }

        /// The entry after a cancellation: active until its expiry.
        package func cancelled(at moment: Timestamp) -> Purchase {
            at("cancelled_at", moment).setting("will_renew", false)
        }

        package func refunded(at moment: Timestamp) -> Purchase {
            at("refunded_at", moment).at("expires_at", moment)
        }
    }
}

extension RevenueCatEvent {
    fileprivate func moment(_ name: String) -> Timestamp? {
        guard case .integer(let milliseconds) = fields[name] else { return nil }
        return Timestamp(milliseconds: milliseconds)
    }
}
