import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("The codes of explanations", .timeLimit(.minutes(5)))
struct ExplanationWordsTests {
    @Test("each life has its codes, and each code a whole sentence", arguments: ExplainedLife.all)
    func reached(life: ExplainedLife) async throws {
        try await TestAPI.run { api in
            let explained = try await life.explanation(in: api)
            #expect(explained.codes.isSuperset(of: life.codes), "\(explained)")
            let words = Set(ExplanationWords.english.sentences.keys)
            #expect(explained.codes.isSubset(of: words))
            for sentence in explained.sentences { #expect(!sentence.contains("{"), "\(sentence)") }
        }
    }

    @Test("each code of the file is reached by a life")
    func closed() {
        let words = ExplanationWords.english.sentences.keys.filter { !$0.hasPrefix("absent") }
        let reached = Set(ExplainedLife.all.flatMap { $0.codes })
        #expect(reached.sorted() == words.sorted())
    }

    @Test("facts are written into sentences, encoded in paths and quoted in commands")
    func filled() {
        let words = ExplanationWords(
            sentences: ["a": "{x} until {y}.", "absent": "unknown"],
            steps: ["a": "GET /v1/{x}", "a_body": "x={x} y={y} z=w", "a_command": "go {x}"])
        let explained = words.explained(
            ["next": [["reason": "a", "facts": ["x": "it's/é", "y": nil]]]])
        let step = explained["next"]?.array?.first
        #expect(step?["sentence"] == "it's/é until unknown.")
        #expect(step?["request"]?["path"] == "/v1/it%27s%2F%C3%A9")
        #expect(step?["request"]?["body"] == ["x": "it's/é", "z": "w"])
        #expect(step?["command"] == #"go 'it'\''s/é'"#)
    }

    @Test("the words of a step belong to a code with a sentence")
    func steps() {
        let words = ExplanationWords.english
        let codes = words.steps.keys.map {
            $0.replacing("_command", with: "").replacing("_body", with: "")
        }
        #expect(Set(codes).isSubset(of: Set(words.sentences.keys)))
    }
}
