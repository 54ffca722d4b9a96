extension Services {
    /// The routes of entitlements, charges, grants, offers and orphans.
    var routesOfPurchases: RouteTable {
        RouteTable(routes: [
            .getEntitlements(database, LookupIntake(database: database), wait),
            .listTransactions(database),
            .getEntitlement(database),
            .checkEntitlements(database),
            .getSubscriber(database),
            .getMyToken(database, signingKeys),
            .createGrant(database),
            .listGrants(database),
            .revokeGrant(database),
            .putPurchase(database),
            .listOffers(database),
            .listOrphans(database),
            .claimOrphan(database, endUsers, snapshots),
        ])
    }
}
