import Entitlements

/// The answers of v2: nil means 404, and no read creates a customer.
extension World {
    package func customerBody(_ text: String, _ request: PageRequest) -> [UInt8]? {
        guard let customer = knownCustomer(text) else { return nil }
        var json = JSONWriter(reservingBytes: 1_024)
        write(customer, to: &json) { json in
            var list = request
            list.path = "\(customersPath)/\(PercentEncoding.encoded(text))/active_entitlements"
            json.name("active_entitlements")
            json.json(activeEntitlements(of: customer, list))
        }
        return json.bytes
    }

    package func customersBody(_ request: PageRequest) -> [UInt8] {
        let shown = customers.filter { !$0.aliases.isEmpty }
        return page(shown, request, id: { $0.originalID.rawValue }) { customer, json in
            write(customer, to: &json) { _ in }
        }
    }

    package func aliasesBody(of text: String, _ request: PageRequest) -> [UInt8]? {
        guard let customer = knownCustomer(text) else { return nil }
        return page(customer.aliases, request, id: { $0.id.rawValue }) { alias, json in
            json.beginObject()
            json.member("created_at", milliseconds: alias.createdAt)
            json.member("id", text: alias.id.rawValue)
            json.member("object", text: "customer.alias")
            json.endObject()
        }
    }

    package func subscriptionsBody(
        of text: String, _ request: PageRequest, in environment: Environment? = nil
    ) -> [UInt8]? {
        guard let customer = knownCustomer(text) else { return nil }
        let shown = customer.subscriptions.map { subscriptions[$0] }.filter {
            !$0.isContinuedTrial && (environment == nil || $0.environment == environment)
        }
        return page(shown, request, id: \.id, write)
    }

    package func purchasesBody(
        of text: String, _ request: PageRequest, in environment: Environment? = nil
    ) -> [UInt8]? {
        guard let customer = knownCustomer(text) else { return nil }
        let shown = customer.oneTimePurchases.map { oneTimePurchases[$0] }.filter {
            environment == nil || $0.environment == environment
        }
        return page(shown, request, id: \.id, write)
    }

    package func activeEntitlementsBody(of text: String, _ request: PageRequest) -> [UInt8]? {
        knownCustomer(text).map { activeEntitlements(of: $0, request) }
    }

    /// Returns the subscriptions that a store's transaction, past or present, belongs to.
    package func subscriptionsBody(
        ofTransaction transactionID: String, _ request: PageRequest
    ) -> [UInt8] {
        guard case .subscription(let number) = transactions[transactionID] else {
            return page([Subscription](), request, id: \.id, write)
        }
        return page([subscriptions[number]], request, id: \.id, write)
    }

    package func purchasesBody(
        ofTransaction transactionID: String, _ request: PageRequest
    ) -> [UInt8] {
        guard case .oneTime(let number) = transactions[transactionID] else {
            return page([OneTimePurchase](), request, id: \.id, write)
        }
        return page([oneTimePurchases[number]], request, id: \.id, write)
    }

    private func knownCustomer(_ text: String) -> Customer? {
        AppUserID(rawValue: text).flatMap { customerNumbers[$0] }.map { customers[$0] }
    }

    private var customersPath: String { "/v2/projects/\(settings.projectID)/customers" }
}

extension World {
    private func write(
        _ customer: Customer, to json: inout JSONWriter, _ more: (inout JSONWriter) -> Void
    ) {
        json.beginObject()
        more(&json)
        json.member("experiment", text: nil)
        json.member("first_seen_at", milliseconds: customer.firstSeenAt)
        json.member("id", text: customer.originalID.rawValue)
        json.member("last_seen_app_version", text: "1.0")
        json.member("last_seen_at", milliseconds: customer.lastSeenAt)
        json.member("last_seen_country", text: "DE")
        json.member("last_seen_platform", text: "iOS")
        json.member("last_seen_platform_version", text: nil)
        json.member("object", text: "customer")
        json.member("project_id", text: settings.projectID)
        json.endObject()
    }

    /// By RevenueCat's own entitlement ids; of several purchases, the longest-lasting.
    private func activeEntitlements(
        of customer: Customer, _ request: PageRequest
    ) -> [UInt8] {
        let owned = customer.oneTimePurchases.map { oneTimePurchases[$0] }.filter {
            $0.refundedAt == nil
        }
        let running = customer.subscriptions.map { subscriptions[$0] }.filter {
            $0.givesAccess(at: present)
        }
        let active = catalog.entitlementIDs.filter { id in
            owned.contains { $0.product.entitlementIDs.contains(id) }
                || running.contains { $0.product.entitlementIDs.contains(id) }
        }
        return page(active, request, id: Self.entitlementObjectID) { id, json in
            let isForEver = owned.contains { $0.product.entitlementIDs.contains(id) }
            let end = running.filter { $0.product.entitlementIDs.contains(id) }
                .map(\.accessEndsAt).max()
            json.beginObject()
            json.member("entitlement_id", text: Self.entitlementObjectID(id))
            json.member("expires_at", milliseconds: isForEver ? nil : end)
            json.member("object", text: "customer.active_entitlement")
            json.endObject()
        }
    }
}
