extension Services {
    /// The routes of the server's own health; without a registry, there is no `/metrics`.
    var routesOfHealth: RouteTable {
        let metrics = RouteTable(routes: [.getMetrics(registry)])
        let health = RouteTable(routes: [
            .getLiveness(),
            .getReadiness(readiness),
        ])
        return RouteTable(joining: servesMetrics ? [metrics, health] : [health])
    }
}
