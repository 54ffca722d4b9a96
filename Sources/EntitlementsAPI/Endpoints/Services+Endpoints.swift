extension Services {
    /// The routes of endpoints and of the deliveries to them.
    var routesOfEndpoints: RouteTable {
        RouteTable(routes: [
            .createEndpoint(database, deliveries, codes),
            .listEndpoints(database),
            .getEndpoint(database),
            .updateEndpoint(database, deliveries),
            .deleteEndpoint(database),
            .rotateEndpointSecret(database, codes),
            .testEndpoint(deliveries),
            .listDeliveries(database),
            .replayEndpoint(database),
        ])
    }
}
