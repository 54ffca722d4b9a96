import Entitlements
import TenantFiles

/// What is wrong with tenant files.
struct InvalidTenantFiles: Error {
    /// The problems, each with its file and mostly its line: `myapp.yaml:12: …`.
    private(set) var problems: [String] = []

    init() {}

    init(_ path: String, line: Int? = nil, _ problem: String) {
        problems = ["\(path):\(line.map { "\($0):" } ?? "") \(problem)"]
    }

    mutating func add(_ other: InvalidTenantFiles) { problems += other.problems }

    /// Throws itself if there is a problem.
    func throwIfAny() throws(InvalidTenantFiles) {
        if !problems.isEmpty { throw self }
    }
}

extension OperatorMessage {
    init(_ error: InvalidTenantFiles) {
        let count = error.problems.count
        self.init(
            "the tenant file is not valid",
            why: (["\(count) \(count == 1 ? "problem" : "problems")"] + error.problems)
                .joined(separator: "\n  "),
            advice: "Nothing was changed.", exitStatus: .invalidData)
    }
}

extension TenantFile {
    /// Parses a tenant file; throws all its problems, each with its line.
    static func parse(
        yaml: String, path: String
    ) throws(InvalidTenantFiles) -> TenantDefinition {
        do {
            return try parse(yaml: yaml)
        } catch {
            var found = InvalidTenantFiles()
            for problem in error.problems {
                found.add(InvalidTenantFiles(path, line: problem.line ?? 1, problem.detail))
            }
            throw found
        }
    }
}
