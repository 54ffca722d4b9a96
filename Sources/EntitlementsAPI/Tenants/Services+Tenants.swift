extension Services {
    /// The routes of a tenant's public keys.
    var routesOfTenants: RouteTable {
        RouteTable(routes: [.getSigningKeys(signingKeys, endUsers.tenants)])
    }
}
