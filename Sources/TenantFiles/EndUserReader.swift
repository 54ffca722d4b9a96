import Entitlements

/// Reads the `end_users` of a tenant file.
struct EndUserReader {
    private(set) var tokenIssuers: [TenantDefinition.TokenIssuer] = []
    private(set) var rules = TenantDefinition.EndUserRules()

    static func read(
        _ value: FileValue?, using limits: [TenantDefinition.Limit]
    ) -> EndUserReader {
        var reader = EndUserReader()
        let keys = ["issuers", "may_consume", "origins", "writes_per_minute"]
        guard let section = value?.section(of: keys) else { return reader }
        reader.tokenIssuers = TokenIssuerReader.read(section["issuers"])
        reader.rules.mayConsume = consumable(section["may_consume"], of: limits)
        reader.rules.origins = origins(section["origins"])
        section.read("writes_per_minute", into: &reader.rules.writesPerMinute) {
            $0.wholeNumber(in: TenantDefinition.EndUserRules.writesPerMinuteRange)
        }
        return reader
    }

    private static func consumable(
        _ value: FileValue?, of limits: [TenantDefinition.Limit]
    ) -> Set<LimitID> {
        var consumable: Set<LimitID> = []
        for element in value?.list() ?? [] {
            guard let id = element.identifier(LimitID.self) else { continue }
            if !limits.contains(where: { $0.id == id }) {
                element.report(
                    UnknownName.sentence(
                        id.rawValue, isNoneOf: "this file's limits", limits.map(\.id.rawValue)))
            } else if !consumable.insert(id).inserted {
                element.report("“\(id)” is listed twice.")
            }
        }
        return consumable
    }

    private static func origins(_ value: FileValue?) -> Set<WebOrigin> {
        let maximum = TenantDefinition.EndUserRules.maximumOrigins
        guard let value, let list = value.list() else { return [] }
        guard list.count <= maximum else {
            value.report("There are \(list.count) origins; at most \(maximum) are allowed.")
            return []
        }
        var origins: Set<WebOrigin> = []
        for element in list {
            guard let text = element.text(maximumBytes: WebOrigin.maximumBytes) else { continue }
            if let origin = WebOrigin(rawValue: text) {
                if !origins.insert(origin).inserted { element.report("“\(text)” is listed twice.") }
            } else {
                element.report("“\(text)” is not an origin: https://app.example")
            }
        }
        return origins
    }
}
