import Entitlements

/// Reads the app users whose sandbox purchases count as production.
enum SandboxTesterReader {
    private typealias Tester = TenantDefinition.SandboxTester

    static func read(_ value: FileValue?) -> [TenantDefinition.SandboxTester] {
        guard let value, let list = value.list() else { return [] }
        guard list.count <= Tester.maximumCount else {
            value.report(
                "There are \(list.count) testers; at most \(Tester.maximumCount) are allowed.")
            return []
        }
        var testers: [Tester] = []
        for element in list {
            guard let section = element.section(of: ["app_user_id", "until"]) else { continue }
            let id = section.required("app_user_id")?.text(maximumBytes: Tester.maximumIDBytes)
            let until = section.required("until")?.timestamp()
            guard let id, let until else { continue }
            if testers.contains(where: { $0.appUserID == id }) {
                section["app_user_id"]?.report("“\(id)” is listed twice.")
            }
            testers.append(Tester(appUserID: id, until: until))
        }
        return testers
    }
}
