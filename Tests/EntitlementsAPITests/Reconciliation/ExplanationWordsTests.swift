import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("The codes of explanations", .timeLimit(.minutes(5)))
struct ExplanationWordsTests {
    private static let productWords: Set = ["product_of_grant", "product_without_id"]

    private var codes: [String] {
        ExplanationWords.english.sentences.keys.filter { !Self.productWords.contains($0) }.sorted()
    }

    @Test("each life has its codes, and each code a whole sentence", arguments: ExplainedLife.all)
    func reached(life: ExplainedLife) async throws {
        try await TestAPI.run { api in
            let explained = try await life.explanation(in: api)
            #expect(explained.codes.isSuperset(of: life.codes), "\(explained)")
            #expect(explained.codes.isSubset(of: codes))
            for sentence in explained.sentences { expectWhole(sentence) }
        }
    }

    @Test("each code of the file is reached by a life")
    func closed() {
        let reached = Set(ExplainedLife.all.flatMap { $0.codes })
        #expect(reached.sorted() == codes)
    }

    @Test("each sentence is whole with all facts, with none, and without any one or two of them")
    func withoutFacts() throws {
        let words = ExplanationWords.english
        for code in codes {
            let template = try #require(words.sentences[code])
            let names = (Self.facts(in: template) + ["product_id"]).sorted()
            let values = names.map { ($0, JSONValue.string("fact-\($0)")) }
            var given = [[], values]
            for one in names {
                for other in names {
                    given.append(values.filter { ![one, other].contains($0.0) })
                }
            }
            for facts in given {
                for store in ["hearth", "unknown", nil] {
                    var object = JSONObject()
                    for (name, value) in facts { object[name] = value }
                    object["store"] = store.map { .string($0) }
                    let told = words.explained(
                        ["reason": .string(code), "facts": .object(object)])
                    let sentence = try #require(told["sentence"]?.string)
                    expectWhole(sentence)
                    #expect(
                        sentence.contains(" ") && sentence.hasSuffix("."), "\(code): \(sentence)")
                    #expect(sentence.prefix(1) != "a", "\(sentence)")
                }
            }
            let all = words.explained(
                [
                    "reason": .string(code),
                    "facts": .object(values.reduce(into: JSONObject()) { $0[$1.0] = $1.1 }),
                ])
            for name in Self.facts(in: template).filter({ $0 != "product" }) {
                #expect(all["sentence"]?.string?.contains("fact-\(name)") == true, "\(all)")
            }
        }
    }

    private static func facts(in template: String) -> [String] {
        template.split(separator: "{").dropFirst()
            .compactMap { $0.split(separator: "}").first.map(String.init) }
    }

    /// A whole sentence has no placeholder and no hole where a fact would stand.
    private func expectWhole(
        _ sentence: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let words = sentence.lowercased().split { !$0.isLetter }
        for placeholder in ["unknown", "null", "nil", "none."] {
            #expect(
                !words.contains(Substring(placeholder)), "\(sentence)",
                sourceLocation: sourceLocation)
        }
        for hole in [
            "{", "}", "[", "]", "|", "()", "  ", " .", " ,", ",,", ",.", ": .", "( ", " )",
        ] {
            #expect(!sentence.contains(hole), "\(sentence)", sourceLocation: sourceLocation)
        }
    }

    @Test("facts are written into sentences, encoded in paths and quoted in commands")
    func filled() {
        let words = ExplanationWords(
            sentences: ["a": "{x}[ until {y}| without an end][ ({y})]."],
            steps: ["a": "GET /v1/{x}", "a_body": "x={x} y={y} z=w", "a_command": "go {x}"])
        let explained = words.explained(
            ["next": [["reason": "a", "facts": ["x": "it's/é", "y": nil]]]])
        let step = explained["next"]?.array?.first
        #expect(step?["sentence"] == "it's/é without an end.")
        #expect(step?["request"]?["path"] == "/v1/it%27s%2F%C3%A9")
        #expect(step?["request"]?["body"] == ["x": "it's/é", "z": "w"])
        #expect(step?["command"] == #"go 'it'\''s/é'"#)
    }

    @Test("a step without a fact that its request or command needs has none")
    func withoutRequest() {
        let steps = ["a": "GET /v1/{x}", "a_command": "go {x}"]
        let words = ExplanationWords(sentences: ["a": "Go[ to {x}]."], steps: steps)
        let explained = words.explained(["next": [["reason": "a", "facts": ["x": nil]]]])
        let step = explained["next"]?.array?.first
        #expect(step?["sentence"] == "Go.")
        #expect(step?["request"] == .null && step?["command"] == .null)
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
