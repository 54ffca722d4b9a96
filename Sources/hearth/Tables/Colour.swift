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

    static let ofStatus: [String: Colour] = [
        "ok": .green, "active": .green, "trialing": .green, "granted": .green,
        "lifetime": .green, "applied": .green, "delivered": .green, "finished": .green,
        "on": .green, "yes": .green,
        "warn": .yellow, "cancelled": .yellow, "billing_issue": .yellow, "paused": .yellow,
        "stored": .yellow, "failing": .yellow, "scheduled": .yellow, "stopped": .yellow,
        "undo": .yellow,
        "fail": .red, "failed": .red, "expired": .red, "refunded": .red, "revoked": .red,
        "off": .red, "no": .red, "erase": .red, "revoke": .red, "revoke_code": .red,
    ]

    /// The members of the API's JSON whose values are such words.
    static let namesOfStatus: Set = [
        "status", "state", "action", "is_active", "is_open", "is_allowed", "subscription_status",
    ]

    func applied(to text: String) -> String {
        "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
    }
}
