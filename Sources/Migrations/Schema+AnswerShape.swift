import Crypto
import Entitlements

extension Schema {
    /// The file as this release runs it.
    package func definition(of file: File) -> String {
        let definition = file.definition(in: functionsSchema)
        guard file.functionName == "answer_shape" else { return definition }
        return definition.replacing("\nreturn 0;", with: "\nreturn \(answerShape);")
    }

    /// A number for the code that makes an app user's answer: `derived_answers` and all that it
    /// calls, without comments.
    ///
    /// It is not zero: answers of releases without a shape have that.
    static func answerShape(of functions: [File]) -> Int {
        let byName = Dictionary(grouping: functions, by: \.functionName)
        var found: Set<String> = []
        var waiting = ["derived_answers"]
        while let name = waiting.popLast() {
            guard let files = byName[name], found.insert(name).inserted else { continue }
            waiting += files.flatMap(\.namedFunctions)
        }
        var hash = SHA256()
        for file in found.sorted().flatMap({ byName[$0] ?? [] }) {
            hash.update(data: Array("\(file.code)\0".utf8))
        }
        let digits = Hexadecimal.text(hash.finalize()).prefix(7)
        return 1 + (Int(digits, radix: 16) ?? 0)
    }
}

extension Schema.File {
    /// The text without its comments.
    fileprivate var code: String {
        text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("--") }
            .joined(separator: "\n")
    }
}
