import Testing

@Suite("The same areas in every layer")
struct AreaTests {
    /// The areas as Swift folders; `sql/functions` has them in snake case.
    static let areas: Set<String> = [
        "AppUsers", "Catalog", "Changes", "Codes", "Endpoints", "Households", "Imports", "Limits",
        "Purchases", "Reconciliation", "Tenants", "Webhooks",
    ]

    /// Areas of SQL and its tests whose routes, if they have any, lie with those of tenants, app
    /// users and reconciliation.
    static let rooms: Set<String> = [
        "Explanations", "Figures", "Fold", "Installation", "Keys", "Recall", "Secrets", "Support",
    ]

    /// Wings that only SQL has as folders: their routes lie with those of app users and purchases.
    static let wings: Set<String> = ["Devices", "Grants", "Notices"]

    /// Folders of a layer that belong to no area.
    private static let machinery: [String: Set<String>] = [
        "Sources/EntitlementsDatabase": ["Calls", "Readers", "Values"],
        "Sources/EntitlementsAPI": http.union([
            "Console", "Operations", "openapi", "pages", "words",
        ]),
        "Tests/EntitlementsDatabaseTests": ["Migrator", "Readers", "Requests"],
        "Tests/EntitlementsAPITests": http.union(["Console"]),
        "sql/functions": ["migrator", "requests", "wings"],
    ]

    private static let http: Set<String> = [
        "Authentication", "Documents", "Health", "Metrics", "Problems", "Routing", "Server",
    ]

    @Test("every folder of a layer is an area, or is listed as the layer's own")
    func foldersAreAreas() {
        expectNone(Repository.files.flatMap(findings))
    }

    @Test("the test detects an unknown folder")
    func otherFolderIsFound() {
        let swift = SourceFile(path: "Sources/EntitlementsAPI/People/A.swift", text: "")
        let sql = SourceFile(path: "sql/functions/AppUsers/a.sql", text: "")
        let area = SourceFile(path: "sql/functions/app_users/a.sql", text: "")
        #expect(findings(in: swift).count == 1)
        #expect(findings(in: sql).count == 1)
        #expect(findings(in: area).isEmpty)
    }

    @Test("the test detects a folder of another layer")
    func foreignFolderIsFound() {
        let route = SourceFile(path: "Sources/EntitlementsAPI/Figures/A.swift", text: "")
        let test = SourceFile(path: "Tests/EntitlementsDatabaseTests/Figures/A.swift", text: "")
        let call = SourceFile(path: "Sources/EntitlementsDatabase/Tenants/A.swift", text: "")
        #expect(findings(in: route).count == 1)
        #expect(findings(in: test).isEmpty)
        #expect(findings(in: call).count == 1)
    }

    @Test("a SQL function is in an area's folder, at most one folder deeper")
    func functionsLieInAreas() {
        expectNone(
            Repository.files
                .filter { $0.isUnder("sql/functions") && !(3...4).contains($0.folders.count) }
                .map { $0.finding(1, "move it to sql/functions/<area>/ or a folder of it") })
    }

    private func findings(in file: SourceFile) -> [Finding] {
        guard file.folders.count > 2 else { return [] }
        let layer = file.folders[0...1].joined(separator: "/")
        guard let machinery = Self.machinery[layer] else { return [] }
        let folder = String(file.folders[2])
        let names = areas(of: layer)
        guard !names.contains(folder), !machinery.contains(folder) else { return [] }
        return [
            file.finding(
                1, "\(folder) is no area of this layer: \(names.sorted().joined(separator: ", "))")
        ]
    }

    private func areas(of layer: String) -> Set<String> {
        switch layer {
        case "sql/functions": Set(Self.areas.union(Self.rooms).union(Self.wings).map(snakeCase))
        case "Tests/EntitlementsDatabaseTests": Self.areas.union(Self.rooms)
        case "Sources/EntitlementsDatabase": []
        default: Self.areas
        }
    }
}

/// A Swift type's name in SQL: `AuthenticateAPIKey` is `authenticate_api_key`.
func snakeCase(_ name: String) -> String {
    let characters = Array(name)
    return characters.indices.map { index in
        let isUpper = characters[index].isUppercase
        let endsWord = index > 0 && characters[index - 1].isLowercase
        let startsWord = index + 1 < characters.count && characters[index + 1].isLowercase
        let separator = isUpper && index > 0 && (endsWord || startsWord) ? "_" : ""
        return separator + characters[index].lowercased()
    }.joined()
}
