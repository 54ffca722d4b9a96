/// The lines of each Swift function, from its keyword to its closing brace.
///
/// A declaration waits for the brace that opens its body. Braces inside parentheses belong to
/// default arguments. Another declaration ends the wait, as in a protocol, whose functions have no
/// bodies.
struct FunctionBodies {
    private(set) var lines: [ClosedRange<Int>] = []
    private var waiting: Declaration?
    private var parentheses = 0
    private var braces: [Brace] = []

    private struct Declaration {
        let line: Int
        /// A variable's value or the next statement may contain a brace: only a brace on the
        /// variable's own line, before any `=`, opens a body.
        let isVariable: Bool
    }

    /// The state to restore at the closing brace.
    private struct Brace {
        let functionLine: Int?
        let waiting: Declaration?
        let parentheses: Int
    }

    init(_ code: [Token]) {
        for index in code.indices where code[index].kind != .literal {
            read(code[index], isMember: index > 0 && code[index - 1] == ".")
        }
    }

    private mutating func read(_ token: Token, isMember: Bool) {
        switch token.text {
        case "(", "[": parentheses += 1
        case ")", "]": parentheses -= 1
        case "{": open(at: token.line)
        case "}": close(at: token.line)
        case _ where parentheses > 0 || isMember: break
        case "func", "init", "deinit", "subscript", "var":
            waiting = Declaration(line: token.line, isVariable: token.text == "var")
        case "=" where waiting?.isVariable == true: waiting = nil
        case "let", "case", "struct", "class", "enum", "typealias", "associatedtype": waiting = nil
        default: break
        }
    }

    private mutating func open(at line: Int) {
        let isBody = parentheses == 0 && waiting.map { !$0.isVariable || $0.line == line } ?? false
        braces.append(
            Brace(
                functionLine: isBody ? waiting?.line : nil,
                waiting: isBody ? nil : waiting,
                parentheses: parentheses))
        waiting = nil
        parentheses = 0
    }

    private mutating func close(at line: Int) {
        guard let brace = braces.popLast() else { return }
        parentheses = brace.parentheses
        waiting = parentheses > 0 ? brace.waiting : nil
        if let start = brace.functionLine { lines.append(start...line) }
    }
}
