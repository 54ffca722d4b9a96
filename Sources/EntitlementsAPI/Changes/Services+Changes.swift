extension Services {
    /// The routes of the change log.
    var routesOfChanges: RouteTable {
        RouteTable(routes: [
            .listChanges(changes, keys),
            .streamChanges(changes, keys),
            .listMyChanges(changes, endUsers),
        ])
    }
}
