import RevenueCatSimulator

/// What `hearth simulate` shows when it is ready: where it is, the keys, and lines to paste.
struct SimulatorBanner {
    let port: Int
    let catalog: World.Catalog

    var text: String {
        let keys = SimulatorConfiguration()
        let project = World.Settings().projectID
        let address = "http://127.0.0.1:\(port)"
        let json = "-H 'Content-Type: application/json' -d"
        return """
            RevenueCat is simulated at \(address)   (Ctrl-C stops it)

            v1 key       \(keys.v1Key)
            v2 key       \(keys.v2Key)
            v2 project   \(project)

            \(buying(address, json))
            Who is there, and what are they entitled to?
              curl -s \(address)/control/customers
              curl -s \(address)/control/truth/u_1

            The same, as RevenueCat answers it:
              curl -s \(address)/v1/subscribers/u_1 -H 'Authorization: Bearer \(keys.v1Key)'
              curl -s \(address)/v2/projects/\(project)/customers/u_1/subscriptions \
            -H 'Authorization: Bearer \(keys.v2Key)'

            The next three requests are refused; what was asked so far?
              curl -s -X PUT \(address)/control/faults \(json) \
            '{"faults": [{"kind": "unavailable", "count": 3, "retry_after_seconds": 5}]}'
              curl -s \(address)/control/statistics

            """
    }

    /// The person who buys is the one whom the other lines ask about, so each line works.
    private func buying(_ address: String, _ json: String) -> String {
        let subscriptions = catalog.products.filter { $0.kind == .subscription }
        guard let product = subscriptions.first ?? catalog.products.first else {
            return "The tenant file has no products, so nothing can be bought."
        }
        return """
            Somebody buys; a month goes by:
              curl -s \(address)/control/acts \(json) \
            '{"act": "purchase", "app_user_id": "u_1", "product_id": "\(product.id)"}'
              curl -s \(address)/control/clock \(json) '{"days": 30}'

            """
    }
}
