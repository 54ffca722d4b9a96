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
        prose(of: file).flatMap { line, text in
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
        return document.map { anchors(of: $0).contains(parts[1]) } ?? false
    }

    private func anchors(of file: SourceFile) -> [String] {
        prose(of: file, keepingCode: true).filter { $0.text.hasPrefix("#") }.map { heading in
            heading.text.drop { $0 == "#" }.drop { $0 == " " }.lowercased()
                .filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
                .map { $0 == " " ? "-" : String($0) }.joined()
        }
    }

    /// The lines outside fenced code, without text between backticks unless `keepingCode` is set.
    private func prose(
        of file: SourceFile, keepingCode: Bool = false
    ) -> [(line: Int, text: String)] {
        var isFenced = false
        return file.lines.enumerated().compactMap { index, line in
            if line.hasPrefix("```") { isFenced.toggle() }
            guard !isFenced else { return nil }
            let text = String(line)
            return (index + 1, keepingCode ? text : text.replacing(#/`[^`]*`/#, with: ""))
        }
    }
}
