import Entitlements

/// A project of v2, and the paths in it.
struct Project: Sendable {
    let id: String

    /// Returns a path in the project; `rest` must be percent-encoded.
    func path(_ rest: String) -> String {
        "/v2/projects/\(PercentEncoding.encoded(id))/\(rest)"
    }
}

/// v2: a customer, and the owner of a transaction.
extension ClientCall {
    func customer(
        _ appUserID: String, of project: Project, _ productNames: ProductNames
    ) async throws(RevenueCatError) -> Snapshot? {
        let path = project.path("customers/\(PercentEncoding.encoded(appUserID))")
        guard let aliases = try await list("\(path)/aliases"),
            let subscriptions = try await list("\(path)/subscriptions")?.items,
            let purchases = try await list("\(path)/purchases")?.items
        else { return nil }
        let names = try await names(
            ofProductsIn: subscriptions + purchases, of: project, productNames)
        var snapshot = try understood(
            try Snapshot(
                of: appUserID, readAt: moment(of: aliases.date),
                aliases: aliases.items, subscriptions: subscriptions, purchases: purchases,
                productNames: names))
        if snapshot.purchases.isEmpty { snapshot.firstSeenAt = try await firstSeenAt(path) }
        return snapshot
    }

    /// Returns the snapshot's read time: the date of the first list, so it undoes no later event.
    ///
    /// `Date` has whole seconds. If our clock is in the same second, its time is used, so that two
    /// snapshots in one second have an order.
    private func moment(of date: Timestamp?) -> Timestamp {
        guard let date else { return startedAt }
        let isAgreed = date <= startedAt && startedAt < date.advanced(bySeconds: 1)
        return isAgreed ? startedAt : date
    }

    /// Requests the customer itself, because the lists do not say it.
    private func firstSeenAt(_ path: String) async throws(RevenueCatError) -> Timestamp? {
        guard let answer = try await get(server.url(path)) else { return nil }
        return try understood(try RevenueCatFields(answer.body).time("first_seen_at"))
    }

    func owner(
        ofTransaction transactionID: String, in project: Project
    ) async throws(RevenueCatError) -> String? {
        let id = PercentEncoding.encoded(transactionID)
        let paths = [
            project.path("subscriptions?store_subscription_identifier=\(id)"),
            project.path("purchases?store_purchase_identifier=\(id)"),
        ]
        for path in paths {
            var owners: [String] = []
            for entry in try await list(path)?.items ?? [] {
                let fields = RevenueCatFields(entry)
                owners.append(
                    try understood(try fields.required("customer_id", fields.text)))
            }
            if let owner = owners.first { return owners.distinct.count == 1 ? owner : nil }
        }
        return nil
    }

    /// Returns the stores' identifiers of all products by RevenueCat's ids, requesting new ones.
    private func names(
        ofProductsIn entries: [JSONObject], of project: Project, _ known: ProductNames
    ) async throws(RevenueCatError) -> [String: String] {
        var names: [String: String] = [:]
        for entry in entries {
            guard let id = try understood(try RevenueCatFields(entry).text("product_id")),
                names[id] == nil
            else { continue }
            if let name = known[id] {
                names[id] = name
            } else {
                let name = try await nameOfProduct(id, in: project)
                known.add(name, for: id)
                names[id] = name
            }
        }
        return names
    }

    private func nameOfProduct(
        _ id: String, in project: Project
    ) async throws(RevenueCatError) -> String {
        guard id.isPartOfPath,
            let answer = try await get(
                server.url(project.path("products/\(PercentEncoding.encoded(id))")))
        else { throw .unreadable(reason: "product_missing") }
        let fields = RevenueCatFields(answer.body)
        return try understood(try fields.required("store_identifier", fields.text))
    }
}
