import RevenueCatSimulator

/// What `hearth simulate` shows when it is ready: where it is, the keys, and lines to paste.
struct SimulatorBanner {
    let port: Int

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

            Who is there, and what are they entitled to?
              curl -s \(address)/control/customers
              curl -s \(address)/control/truth/customer_1

            The same, as RevenueCat answers it:
              curl -s \(address)/v1/subscribers/customer_1 -H 'Authorization: Bearer \(keys.v1Key)'
              curl -s \(address)/v2/projects/\(project)/customers/customer_1/subscriptions \
            -H 'Authorization: Bearer \(keys.v2Key)'

            Somebody buys; a month goes by:
              curl -s \(address)/control/acts \(json) \
            '{"act": "purchase", "app_user_id": "u_1", "product_id": "plus_monthly"}'
              curl -s \(address)/control/clock \(json) '{"days": 30}'

            The next three requests are refused; what was asked so far?
              curl -s -X PUT \(address)/control/faults \(json) \
            '{"faults": [{"kind": "unavailable", "count": 3, "retry_after_seconds": 5}]}'
              curl -s \(address)/control/statistics

            """
    }
}
