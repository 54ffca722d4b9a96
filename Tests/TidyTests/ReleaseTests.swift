import Entitlements
import Testing

@Suite("The version of the release")
struct ReleaseTests {
    @Test("is the newest of CHANGELOG.md, whose entries begin with what operators must do")
    func changelog() throws {
        let text = try #require(Repository.file("CHANGELOG.md")?.text)
        let entries = text.split(separator: "\n## ").dropFirst()
        #expect(entries.first?.hasPrefix("[\(Release.version)]") == true)
        for entry in entries {
            let first = entry.split(separator: "\n### ").dropFirst().first
            #expect(first?.hasPrefix("What operators must do") == true, "\(entry.prefix(20))")
        }
    }
}
