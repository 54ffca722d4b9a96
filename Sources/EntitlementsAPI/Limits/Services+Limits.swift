import EntitlementsDatabase

extension Services {
    /// The routes of limits and credits.
    var routesOfLimits: RouteTable {
        let uses = RequestIntake<UseLimits>(database: database)
        return RouteTable(routes: [
            .getLimits(database),
            .listUses(database),
            .listUndeliveredCredits(database),
            .consumeLimit(uses),
            .consumeMyLimit(database),
            .reserveLimit(uses),
            .confirmReservation(database),
            .releaseReservation(database),
            .releaseUse(database),
            .getCredits(database),
            .adjustCredit(database),
            .spendCredit(RequestIntake(database: database)),
            .orderCredit(database),
            .cancelCreditOrder(database),
        ])
    }
}
