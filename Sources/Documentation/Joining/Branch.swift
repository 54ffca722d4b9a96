/// A line of YAML, and the lines below it that are further to the right.
///
/// That is all it knows of YAML: enough for documents whose members have a line each.
struct Branch {
    var line: Substring
    var below: [Branch] = []

    /// The member's name, as it is written: `"200"` has its quotes.
    var name: Substring { line.dropFirst(line.margin).prefix { $0 != ":" } }

    /// What follows the name on the same line.
    var value: Substring { line.dropFirst(line.margin + name.count + 1).drop { $0 == " " } }

    /// Whether its members are below it, each as a branch.
    var isMapping: Bool {
        line.last == ":" && below.first?.line.dropFirst(line.margin).hasPrefix("  - ") == false
    }

    /// The branches of a text; an empty line is a branch of its own.
    static func parsed(_ text: String) -> [Branch] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        return taken(from: &lines, rightOf: -1)
    }

    private static func taken(
        from lines: inout ArraySlice<Substring>, rightOf margin: Int
    ) -> [Branch] {
        var branches: [Branch] = []
        // An empty line belongs to a text that goes on below it.
        while let line = lines.first, let next = lines.first(where: { !$0.isEmpty }),
            next.margin > margin
        {
            lines.removeFirst()
            let below = line.isEmpty ? [] : taken(from: &lines, rightOf: line.margin)
            branches.append(Branch(line: line, below: below))
        }
        return branches
    }

    /// The same with every line two spaces further to the left.
    var movedLeft: Branch { Branch(line: line.dropFirst(2), below: below.map(\.movedLeft)) }

    func write(to text: inout String) {
        text += line + "\n"
        for branch in below { branch.write(to: &text) }
    }
}

extension [Branch] {
    /// The member of a name; setting nil removes it, and a new one is added at the end.
    subscript(name: String) -> Branch? {
        get { first { $0.name == name } }
        set {
            guard let index = firstIndex(where: { $0.name == name }) else {
                return append(contentsOf: [newValue].compactMap(\.self))
            }
            replaceSubrange(index...index, with: [newValue].compactMap(\.self))
        }
    }

    /// The members, with others in place of those of the same name: mappings are joined likewise,
    /// and `null` removes a member.
    func replaced(by others: [Branch]) -> [Branch] {
        others.reduce(into: self) { members, other in
            let name = String(other.name)
            if other.value == "null" {
                members[name] = nil
            } else if let own = members[name], own.isMapping, other.isMapping {
                members[name]?.below = own.below.replaced(by: other.below)
            } else {
                members[name] = other
            }
        }
    }
}

extension Substring {
    /// The number of spaces before the text.
    var margin: Int { utf8.prefix { $0 == UInt8(ascii: " ") }.count }
}
