extension Services {
    /// The routes of features and of the catalog that unlocks them.
    var routesOfCatalog: RouteTable {
        RouteTable(routes: [
            .getFeature(database),
            .getFeatures(database),
            .listFindings(database),
            .putCatalog(database),
        ])
    }
}
