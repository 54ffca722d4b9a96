import Testing

/// A page that a newcomer reads first stays short; what is not needed then has a page of its own.
@Suite("The first pages of an operator and of a contributor are short")
struct FirstPageTests {
    private static let maximumWords = ["docs/OPERATIONS.md": 2_500, "CONTRIBUTING.md": 1_500]

    @Test("a first page has no more words than its reader has time for", arguments: maximumWords)
    func length(path: String, maximum: Int) throws {
        let page = try #require(Repository.file(path))
        let words = page.text.split { $0.isWhitespace }.count
        #expect(words <= maximum, "\(path): move what is not needed first to another page")
    }
}
