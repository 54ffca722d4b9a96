package import Entitlements

/// The YAML file that defines one tenant.
///
/// Reading does not stop at the first problem: all problems are reported at once, each with its
/// line.
package enum TenantFile {
    package static let maximumBytes = 262_144
    package static let maximumNameBytes = 200
    package static let maximumEntitlements = 100
    package static let maximumProducts = 2_000
    package static let maximumFeatures = 2_000
    package static let maximumLimits = 200
    package static let maximumCampaigns = 1_000
    /// The maximum for one product.
    package static let maximumCredits = 20

    package static func parse(yaml: String) throws(CatalogProblems) -> TenantDefinition {
        let problems = ProblemList()
        let root = try YAMLText.root(of: yaml, problems: problems)
        guard let definition = definition(from: root), problems.isEmpty
        else {
            throw CatalogProblems(problems: problems.inOrderOfLines)
        }
        return definition
    }

    /// Returns nil only after reporting a problem.
    ///
    /// Reads every section first, so that all problems are found.
    private static func definition(from root: FileValue) -> TenantDefinition? {
        let keys = [
            "tenant", "name", "free_plan", "sandbox", "webhooks", "entitlements", "products",
            "features", "unmapped_features", "limits", "credits", "codes", "referrals",
            "households", "people", "revenuecat", "end_users", "time_zone", "notices", "changes",
            "retention", "sandbox_testers", "figures", "support",
        ]
        guard let file = root.section(of: keys) else { return nil }
        let slug = file.required("tenant")?.identifier(TenantSlug.self)
        let name = file.required("name")?.text(maximumBytes: maximumNameBytes)
        let freePlan = file.required("free_plan")?.text(maximumBytes: maximumNameBytes)
        let sandbox = sandboxPolicy(from: file["sandbox"])
        let timeZone = timeZone(from: file["time_zone"])
        let webhooks = webhookPolicy(from: file["webhooks"])
        let entitlements = EntitlementReader.read(file.required("entitlements"))
        let products = ProductReader.read(file["products"], granting: entitlements)
        let features = FeatureReader.read(file["features"], needing: entitlements)
        let unmapped = file["unmapped_features"]?.word(TenantDefinition.UnmappedFeatures.self)
        let figures = file["figures"]?.flag()
        let limits = LimitReader.read(file["limits"], liftedBy: entitlements)
        let credits = creditRules(from: file["credits"])
        let rewards = RewardReader(entitlements: entitlements, products: products)
        let codes = CodeReader.read(file["codes"], giving: rewards)
        let referrals = ReferralReader.read(file["referrals"], giving: rewards)
        let changesKeptDays = changesKeptDays(from: file["changes"])
        let households = HouseholdReader.read(file["households"])
        let people = PeopleReader.read(file["people"])
        let snapshotPolicy = SnapshotPolicyReader.read(file["revenuecat"])
        let endUsers = EndUserReader.read(file["end_users"], using: limits)
        let notices = NoticeReader.read(file["notices"])
        let testers = SandboxTesterReader.read(file["sandbox_testers"])
        let retention = RetentionReader.read(file["retention"])
        let support = SupportReader.read(file["support"])
        checkFreePlan(freePlan, of: file, against: entitlements)
        guard let slug, let name, let freePlan, let sandbox, let webhooks else { return nil }
        var definition = TenantDefinition(
            slug: slug, name: name, freePlan: freePlan, sandbox: sandbox, webhooks: webhooks,
            entitlements: entitlements.values, products: products, features: features,
            limits: limits, households: households, people: people, snapshotPolicy: snapshotPolicy,
            orderExpiryHours: credits.orderExpiryHours, refundedCredits: credits.refunded,
            timeZone: timeZone, codes: codes, changesKeptDays: changesKeptDays,
            referrals: referrals, tokenIssuers: endUsers.tokenIssuers, endUsers: endUsers.rules)
        definition.notices = notices
        definition.sandboxTesters = testers
        definition.retention = retention
        definition.support = support
        definition.unmappedFeatures = unmapped ?? .error
        definition.computesFigures = figures ?? true
        return definition
    }

    /// Which names exist depends on Postgres, so applying the file checks that.
    private static func timeZone(from value: FileValue?) -> String {
        value?.text(maximumBytes: TenantDefinition.maximumTimeZoneBytes)
            ?? TenantDefinition.defaultTimeZone
    }

    private static func changesKeptDays(from value: FileValue?) -> Int {
        var days = TenantDefinition.defaultChangesKeptDays
        value?.section(of: ["kept_days"])?.read("kept_days", into: &days) {
            $0.wholeNumber(in: TenantDefinition.changesKeptDaysRange)
        }
        return days
    }

    private static func creditRules(
        from value: FileValue?
    ) -> (orderExpiryHours: Int, refunded: TenantDefinition.RefundedCredits) {
        var rules = (
            orderExpiryHours: TenantDefinition.defaultOrderExpiryHours,
            refunded: TenantDefinition.RefundedCredits.forgive
        )
        let section = value?.section(of: ["order_expiry_hours", "refunded"])
        section?.read("order_expiry_hours", into: &rules.orderExpiryHours) {
            $0.wholeNumber(in: TenantDefinition.orderExpiryHoursRange)
        }
        section?.read("refunded", into: &rules.refunded) {
            $0.word(TenantDefinition.RefundedCredits.self)
        }
        return rules
    }

    private static func sandboxPolicy(from value: FileValue?) -> TenantDefinition.SandboxPolicy? {
        guard let value else { return .accept }
        return value.word(TenantDefinition.SandboxPolicy.self)
    }

    private static func webhookPolicy(from value: FileValue?) -> TenantDefinition.WebhookPolicy? {
        var policy = TenantDefinition.WebhookPolicy(
            authentication: [],
            signatureHeader: TenantDefinition.WebhookPolicy.defaultSignatureHeader)
        guard let value else { return policy }
        guard let section = value.section(of: ["authentication", "signature_header"]) else {
            return nil
        }
        for element in section["authentication"]?.list() ?? [] {
            guard let mechanism = element.word(WebhookMechanism.self) else { continue }
            let (isNew, _) = policy.authentication.insert(mechanism)
            if !isNew { element.report("“\(mechanism.rawValue)” is listed twice.") }
        }
        if let header = section["signature_header"] {
            policy.signatureHeader = header.headerName() ?? policy.signatureHeader
        }
        return policy
    }

    private static func checkFreePlan(
        _ freePlan: String?, of file: FileSection, against entitlements: EntitlementReader
    ) {
        guard let id = freePlan.flatMap(EntitlementID.init(rawValue:)), entitlements.declares(id)
        else { return }
        file["free_plan"]?.report(
            "“\(id)” is an entitlement; the plan of people without one needs its own name.")
    }
}
