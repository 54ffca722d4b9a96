import ArgumentParser
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase

/// Compares the answers here with those of an app's present backend.
struct Shadow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Compare Hearth's answers with your current backend's.",
        discussion: """
            Reads CSV or NDJSON with app_user_id, entitlement_id and is_active: what the app says \
            today. Shows each line to which Hearth gives another answer, and why. The exit status \
            is 65 if one differs.

            Example: hearth shadow myapp today.csv
            """)

    @Argument(help: "The tenant's slug.", completion: .tenants)
    var tenant: String

    @Argument(help: "A file.", completion: .file())
    var file: String

    @Option(help: "The environment: production or sandbox.")
    var environment = "production"

    @Option(help: "Write the differences to a CSV file.")
    var report: String?

    @OptionGroup var database: DatabaseOption

    private static let fields = [
        RecordField(
            "app_user_id", .text(maximumBytes: AppUserID.maximumBytes), isRequired: true),
        RecordField("entitlement_id", .text(maximumBytes: 200), isRequired: true),
        RecordField("is_active", .flag, isRequired: true),
    ]
    private static let columns = [
        "line", "app_user_id", "entitlement_id", "app", "hearth", "why",
    ]
    /// As many as a request may check.
    private static let checksPerCall = 100

    func validate() throws {
        guard ["production", "sandbox"].contains(environment) else {
            throw ValidationError("--environment must be production or sandbox.")
        }
    }

    func run() async throws {
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            let counts = try await compareAll(in: id, of: installation.database)
            print(
                "\(counts.total) lines: \(counts.same) same, \(counts.onlyApp) active only in the "
                    + "app, \(counts.onlyHere) active only here, \(counts.unreadable) unreadable")
            guard counts.same == counts.total else { throw ExitCode(65) }
        }
    }

    private func compareAll(
        in tenant: TenantID, of database: Database
    ) async throws -> ShadowCounts {
        var records = try RecordFile.open(path: file)
        let report = try ReportFile(path: report, columns: Self.columns)
        var counts = ShadowCounts()
        var progress = Progress(now: monotonicTime)
        defer { progress.end() }
        var asked: [ShadowLine] = []
        while true {
            let record = try records.next()
            if let record {
                let line = ShadowLine(record, fields: Self.fields)
                if let problem = line.problem {
                    counts.unreadable += 1
                    try report.add(
                        [String(line.number), "", "", "", "", problem],
                        shown: "line \(line.number): \(problem)")
                } else {
                    asked.append(line)
                }
            }
            if asked.count == Self.checksPerCall || (record == nil && !asked.isEmpty) {
                try await compare(asked, in: tenant, of: database, &counts, report)
                asked = []
                progress.show(
                    count: counts.total,
                    share: Double(records.readBytes) / Double(max(records.totalBytes, 1)),
                    note: "")
            }
            if record == nil { return counts }
        }
    }

    private func compare(
        _ lines: [ShadowLine], in tenant: TenantID, of database: Database,
        _ counts: inout ShadowCounts, _ report: ReportFile
    ) async throws {
        let answer = try await database.callOne(
            CheckEntitlements(
                appUserIDs: lines.compactMap { AppUserID(rawValue: $0.appUserID) },
                entitlementIDs: lines.map(\.entitlementID), environment: environment),
            in: tenant)
        let checks = try JSONParser.parse(answer.json).array ?? []
        for (line, check) in zip(lines, checks) {
            let isActive = check.object?["is_active"] == .bool(true)
            counts.count(app: line.isActive, here: isActive)
            guard isActive != line.isActive else { continue }
            let reason = ShadowLine.reason(check.object ?? JSONObject())
            let words = [line.isActive, isActive].map { $0 ? "active" : "inactive" }
            try report.add(
                [String(line.number), line.appUserID, line.entitlementID] + words + [reason],
                shown: "line \(line.number): \(line.appUserID) \(line.entitlementID): "
                    + "\(words[0]) in the app, \(words[1]) here: \(reason)")
        }
    }
}
