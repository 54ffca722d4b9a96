import Foundation
import Testing

@Suite("Links between documents resolve")
struct MarkdownLinkTests {
    @Test("every link inside the repository resolves, including its heading")
    func linksResolve() {
        let documents = Repository.files.filter { $0.fileExtension == "md" }
        expectNone(documents.flatMap(brokenLinks))
    }

    @Test(
        "a broken link is found, a good one is not",
        arguments: [
            ("[a](missing.md)", 1), ("[a](../sql/README.md#no-such-heading)", 1),
            ("[a](#no-such-heading)", 1), ("![a](missing.png)", 1),
            ("[a](../Package.swift)", 0), ("[a](#a-heading-with-code)", 0),
            ("[a](https://example.org/b)", 0), ("`[a](missing.md)`", 0),
            ("```\n[a](missing.md)\n```", 0),
        ])
    func brokenLinkIsFound(text: String, count: Int) {
        let file = SourceFile(path: "docs/a.md", text: "# A heading, with `code`\n\n\(text)\n")
        #expect(brokenLinks(in: file).count == count)
    }

    private func brokenLinks(in file: SourceFile) -> [Finding] {
        file.prose().flatMap { line, text in
            text.matches(of: #/\]\(([^)\s]+)\)/#).compactMap { match in
                let target = String(match.1)
                guard !target.contains(":"), !resolves(target, from: file) else { return nil }
                return file.finding(line, "\(target) leads nowhere: mend the link")
            }
        }
    }

    private func resolves(_ target: String, from file: SourceFile) -> Bool {
        let parts = target.split(
            separator: "#", maxSplits: 1, omittingEmptySubsequences: false
        ).map(String.init)
        let document: SourceFile?
        if parts[0].isEmpty {
            document = file
        } else {
            let folder = URL(filePath: "/" + file.path).deletingLastPathComponent()
            let path = String(folder.appending(path: parts[0]).standardizedFileURL.path.dropFirst())
            guard Repository.exists(path) else { return false }
            document = Repository.file(path)
        }
        guard parts.count == 2 else { return true }
        return document.map { $0.anchors.contains(parts[1]) } ?? false
    }
}
