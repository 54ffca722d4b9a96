extension Services {
    /// The routes of codes, campaigns and referrals.
    var routesOfCodes: RouteTable {
        RouteTable(routes: [
            .redeemCode(database),
            .checkCode(database),
            .getReferral(database, codes),
            .listCampaigns(database),
            .getCampaign(database),
            .putCampaign(database),
            .createCodes(database, codes),
            .revokeCodes(database),
            .listRedemptions(database),
            .revokeRedemption(database),
        ])
    }
}
