extension Services {
    /// The routes of reads from RevenueCat, of runs and of the public status.
    var routesOfReconciliation: RouteTable {
        RouteTable(routes: [
            .syncAppUser(database, snapshots),
            .startRun(database),
            .listRuns(database),
            .getRun(database),
            .listDrift(database),
            .cancelRun(database),
            .getStatus(database, endUsers.tenants),
            .explainAccess(database),
            .explainEntitlements(database),
        ])
    }
}
