import EntitlementsDatabase

extension Services {
    /// The routes of webhook events.
    var routesOfWebhooks: RouteTable {
        RouteTable(routes: [
            .receiveWebhookEvent(WebhookIntake(database: database), gate),
            .getWebhookStatus(database),
            .listWebhookEvents(database),
            .getWebhookEvent(database),
            .retryWebhookEvent(database),
        ])
    }
}
