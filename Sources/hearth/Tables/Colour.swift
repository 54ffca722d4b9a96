/// A colour of a terminal, as ECMA-48 numbers it.
enum Colour: Int {
    case bold = 1
    case red = 31
    case green = 32
    case yellow = 33

    /// The colour of a status; nil for a word that is neither good nor bad.
    init?(ofStatus word: String) {
        guard let colour = Self.ofStatus[word] else { return nil }
        self = colour
    }

    private static let ofStatus: [String: Colour] = [
        "ok": .green, "active": .green, "applied": .green, "delivered": .green, "on": .green,
        "yes": .green, "completed": .green,
        "warn": .yellow, "stored": .yellow, "failing": .yellow, "scheduled": .yellow,
        "stopped": .yellow, "undo": .yellow, "in_grace_period": .yellow,
        "fail": .red, "failed": .red, "expired": .red, "revoked": .red, "off": .red, "no": .red,
        "erase": .red, "revoke": .red, "revoke_code": .red,
    ]

    func applied(to text: String) -> String {
        "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
    }
}
