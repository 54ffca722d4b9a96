import Foundation
import TestSupport

/// The fenced blocks of a Markdown document, in order.
struct DocumentBlocks {
    struct Block {
        /// The line of the opening fence, from one.
        let line: Int
        /// The word behind the fence; empty for shell commands.
        let language: String
        let text: String

        /// The commands; a line that ends with a backslash goes on in the next one.
        var commands: [String] {
            text.replacing("\\\n", with: "\u{0}").split(separator: "\n")
                .map { String($0).replacing("\u{0}", with: "\\\n") }
                .filter { !$0.allSatisfy(\.isWhitespace) }
        }
    }

    let blocks: [Block]

    init(of path: String) throws {
        let text = try String(
            contentsOf: PackageRoot.url.appending(path: path), encoding: .utf8)
        var blocks: [Block] = []
        var open: (line: Int, language: String, lines: [Substring])?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            if line.hasPrefix("```") {
                if let block = open {
                    blocks.append(
                        Block(
                            line: block.line, language: block.language,
                            text: block.lines.joined(separator: "\n")))
                    open = nil
                } else {
                    open = (index + 1, String(line.dropFirst(3)), [])
                }
            } else {
                open?.lines.append(line)
            }
        }
        self.blocks = blocks
    }
}
