/// JSON Pointers (RFC 6901) for field problems.
package enum JSONPointer {
    /// `a/b` → `/a~1b`.
    package static func escaped(_ name: String) -> String {
        var pointer = "/"
        for character in name.unicodeScalars {
            switch character {
            case "~": pointer += "~0"
            case "/": pointer += "~1"
            default: pointer.unicodeScalars.append(character)
            }
        }
        return pointer
    }
}
