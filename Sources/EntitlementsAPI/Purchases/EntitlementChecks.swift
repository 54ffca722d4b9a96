import Entitlements

/// The body of `checkEntitlements`: pairs of an app user and an entitlement, as two lists.
struct EntitlementChecks {
    static let maximumChecks = 100

    private(set) var appUserIDs: [AppUserID] = []
    private(set) var entitlementIDs: [String] = []

    /// Throws `validation_failed` with all field problems of the body.
    init(_ body: JSONValue) throws(Failure) {
        var fields = BodyFields(body, at: "", allowing: ["checks"])
        let checks = fields.array("checks", counting: 1...Self.maximumChecks)
        for (index, check) in checks.enumerated() {
            var pair = BodyFields(
                check, at: "/checks/\(index)", allowing: ["app_user_id", "entitlement_id"])
            appUserIDs.append(pair.appUserID("app_user_id"))
            let entitlementID = pair.identifier("entitlement_id", as: EntitlementID.self)
            entitlementIDs.append(entitlementID.rawValue)
            fields.problems.append(contentsOf: pair.problems)
        }
        try fields.finish()
    }
}
