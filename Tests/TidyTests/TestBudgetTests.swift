import Testing

/// A test has a tenant in the shared database.
///
/// A database of its own costs a copy of a thousand files, six connections, and functions that are
/// planned anew.
@Suite("Tests have few databases of their own")
struct TestBudgetTests {
    private static let maximumOfSuite = 7
    private static let maximumOfAll = 275

    private static let tests = Repository.swift.filter {
        $0.file.isUnder("Tests") && !$0.file.isUnder("Tests/TestSupport")
            && !$0.file.isUnder("Tests/TidyTests")
    }

    @Test("no file of tests makes more than 7, and all files no more than 275")
    func budget() {
        let made = Self.tests.map { ($0.file, databases(in: $0)) }
        let sum = made.reduce(0) { $0 + $1.1 }
        print("Tests make databases or clusters of their own in \(sum) places.")
        #expect(sum <= Self.maximumOfAll, "use TestTenant.create(), or raise the budget with why")
        expectNone(
            made.filter { $0.1 > Self.maximumOfSuite }.map { file, count in
                file.finding(1, "\(count) databases of its own: use TestTenant.create()")
            })
    }

    @Test("the test counts scratch databases and clusters, and nothing in a comment")
    func countIsRight() {
        let source = SwiftSource(
            """
            // ScratchDatabase.with
            try await ScratchDatabase.with { _ in }
            try await ScratchDatabase.withEmpty { _ in }
            let cluster = TestCluster.make(in: folder)
            """)
        #expect(databases(in: source) == 3)
    }

    private func databases(in source: SwiftSource) -> Int {
        source.file.lines.count { line in
            !line.trimmingPrefix(while: \.isWhitespace).hasPrefix("//")
                && ["ScratchDatabase.with", "TestCluster.make(", "PrivateCluster("].contains {
                    line.contains($0)
                }
        }
    }
}
