extension Services {
    /// The routes of a tenant's keys, definition and figures.
    var routesOfTenants: RouteTable {
        RouteTable(routes: [
            .getSigningKeys(signingKeys, endUsers.tenants),
            .getFigures(database),
            .listAPIKeys(database), .createAPIKey(database, codes), .revokeAPIKey(database),
            .listDefinitions(database), .getDefinition(database),
            .examineTenant(database), .listSealedSecrets(database),
        ])
    }
}
