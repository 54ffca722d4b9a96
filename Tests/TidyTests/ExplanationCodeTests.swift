import Testing
import Yams

/// SQL gives reasons as codes, and a file has their sentences: a code without one would be shown.
///
/// `ExplanationWordsTests` render each sentence of the file with the least facts.
@Suite("Each code of an explanation has a sentence")
struct ExplanationCodeTests {
    @Test("each reason and each remedy that SQL has is in each file of sentences")
    func sentences() throws {
        let codes = try #require(Repository.file(Self.path)).text
            .matches(of: #/\('([a-z_]+)', [^{]*'\{([a-z_,]*)\}'/#)
            .flatMap { [$0.1] + $0.2.split(separator: ",") }.map(String.init)
        #expect(codes.count > 60)
        let files = Repository.files.filter {
            $0.folders.last == "words" && $0.name.hasPrefix("explanations_")
        }
        #expect(!files.isEmpty)
        for file in files {
            let sentences = try #require(try Yams.load(yaml: file.text) as? [String: String])
            #expect(Set(codes).subtracting(sentences.keys).sorted() == [], "\(file.path)")
        }
    }

    private static let path = "sql/functions/explanations/reasons/explanation_codes.sql"
}
