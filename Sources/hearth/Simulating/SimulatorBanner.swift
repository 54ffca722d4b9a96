import RevenueCatSimulator

/// The text that `hearth simulate` prints when ready: its address, keys, and lines to paste.
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

            Its keys and customers are made up, and nothing is kept:

            v1 key       \(keys.v1Key)
            v2 key       \(keys.v2Key)
            v2 project   \(project)

            \(buying(address, json))
            The customers, and what one is entitled to:
              curl -s \(address)/control/customers
              curl -s \(address)/control/truth/u_1

            The same, as RevenueCat answers:
              curl -s \(address)/v1/subscribers/u_1 -H 'Authorization: Bearer \(keys.v1Key)'
              curl -s \(address)/v2/projects/\(project)/customers/u_1/subscriptions \
            -H 'Authorization: Bearer \(keys.v2Key)'

            Refuse the next three requests; count the requests so far:
              curl -s -X PUT \(address)/control/faults \(json) \
            '{"faults": [{"kind": "unavailable", "count": 3, "retry_after_seconds": 5}]}'
              curl -s \(address)/control/statistics

            """
    }

    /// The buyer is the customer that the other lines ask about, so each line works.
    private func buying(_ address: String, _ json: String) -> String {
        let subscriptions = catalog.products.filter { $0.kind == .subscription }
        guard let product = subscriptions.first ?? catalog.products.first else {
            return "The tenant file has no products, so nothing can be bought."
        }
        return """
            A customer buys; a month passes:
              curl -s \(address)/control/acts \(json) \
            '{"act": "purchase", "app_user_id": "u_1", "product_id": "\(product.id)"}'
              curl -s \(address)/control/clock \(json) '{"days": 30}'

            """
    }
}
