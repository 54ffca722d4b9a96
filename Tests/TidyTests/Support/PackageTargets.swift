/// The targets of a Package.swift that have Swift sources.
struct PackageTargets {
    struct Target {
        let name: String
        /// From the root of the package: `Sources/Postgres`.
        let folder: String
        /// Names of modules: of ours, and of other packages' products.
        let dependencies: Set<String>
    }

    let all: [Target]

    /// Reads the form that ours has: a target's name, its dependencies, its settings.
    init(_ text: String) {
        var products: [Substring: Substring] = [:]
        let constant = #/let (\w+): Target\.Dependency = \.product\(\s*name: "(\w+)"/#
        for match in text.matches(of: constant) { products[match.1] = match.2 }
        let target =
            #/\.(target|executableTarget|testTarget)\(\s*name: "(\w+)",(?s)(.*?)(?-s)swiftSettings/#
        all = text.matches(of: target).compactMap { match in
            let body = match.3
            guard !body.contains("path: \"Plugins") else { return nil }
            let list = body.firstMatch(of: #/dependencies: \[(?s)(.*?)(?-s)\],/#)?.1 ?? ""
            let named = list.matches(of: #/\.product\(name: "(\w+)", package: "[\w-]+"\)/#)
            let rest = list.replacing(#/\.product\([^)]*\)/#, with: "")
            let words = rest.matches(of: #/"?(\w+)"?/#).map { products[$0.1] ?? $0.1 }
            let folder = match.1 == "testTarget" || match.2 == "TestSupport" ? "Tests" : "Sources"
            return Target(
                name: String(match.2), folder: "\(folder)/\(match.2)",
                dependencies: Set((named.map(\.1) + words).map(String.init)))
        }
    }
}
