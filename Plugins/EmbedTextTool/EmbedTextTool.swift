import Foundation

/// Writes one Swift file that holds each named text file as a string, by its path in the package.
///
/// Usage: `EmbedTextTool <output> <package root> <file>…`
@main
struct EmbedTextTool {
    static func main() throws {
        let arguments = CommandLine.arguments
        let root = arguments[2]
        let entries = try arguments.dropFirst(3).map { file in
            let text = try String(contentsOfFile: file, encoding: .utf8)
            return "        (\"\(file.dropFirst(root.count))\", \(literal(text))),\n"
        }
        let source =
            "enum EmbeddedText {\n"
            + "    /// Each file's path in the package and its text, in the order of the paths.\n"
            + "    static let files: [(path: String, text: String)] = [\n"
            + entries.joined() + "    ]\n}\n"
        try source.write(toFile: arguments[1], atomically: true, encoding: .utf8)
    }

    /// A raw literal needs more `#` than any run of them that follows a quote in the text.
    private static func literal(_ text: String) -> String {
        var hashes = "#"
        while text.contains("\"\(hashes)") || text.contains("\\\(hashes)") { hashes += "#" }
        return "\(hashes)\"\"\"\n\(text)\n\"\"\"\(hashes)"
    }
}
