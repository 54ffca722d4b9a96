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
            .createMyHouseholdInvite(database, codes),
            .revokeHouseholdInvite(database),
            .revokeMyHouseholdInvite(database),
            .joinHousehold(database),
            .joinMyHousehold(database),
            .confirmHouseholdMember(database),
            .confirmMyHouseholdMember(database),
            .leaveMyHousehold(database),
            .removeHouseholdMember(database),
            .removeMyHouseholdMember(database),
            .transferHousehold(database),
            .transferMyHousehold(database),
            .dissolveHousehold(database),
            .dissolveMyHousehold(database),
            .listHouseholdFindings(database),
        ])
    }
}
