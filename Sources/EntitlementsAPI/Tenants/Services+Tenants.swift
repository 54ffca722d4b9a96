extension Services {
    /// The routes of a tenant's public keys and figures.
    var routesOfTenants: RouteTable {
        RouteTable(routes: [
            .getSigningKeys(signingKeys, endUsers.tenants),
            .getFigures(database),
        ])
    }
}
