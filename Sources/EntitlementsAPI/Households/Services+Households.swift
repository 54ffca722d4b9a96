extension Services {
    /// The routes of households.
    var routesOfHouseholds: RouteTable {
        RouteTable(routes: [
            .createHousehold(database),
            .getHousehold(database),
            .getAppUserHousehold(database),
            .getMyHousehold(database),
            .createMyHousehold(database),
            .createHouseholdInvite(database, codes),
            .revokeHouseholdInvite(database),
            .joinHousehold(database),
            .joinMyHousehold(database),
            .confirmHouseholdMember(database),
            .leaveMyHousehold(database),
            .removeHouseholdMember(database),
            .transferHousehold(database),
            .dissolveHousehold(database),
            .listHouseholds(database),
            .listHouseholdFindings(database),
        ])
    }
}
