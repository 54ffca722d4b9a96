import Entitlements

extension JSONWriter {
    mutating func member(_ name: String, text: String?) {
        self.name(name)
        if let text { string(text) } else { null() }
    }

    mutating func member(_ name: String, _ value: JSONValue) {
        self.name(name)
        self.value(value)
    }

    mutating func member(_ name: String, flag: Bool) {
        self.name(name)
        bool(flag)
    }

    mutating func member(_ name: String, integer number: Int64?) {
        self.name(name)
        if let number { integer(number) } else { null() }
    }

    /// Writes a date in v1's format: UTC, to the second.
    mutating func member(_ name: String, date: Timestamp?) {
        member(name, text: date.map { "\($0.rfc3339.dropLast(".000Z".count))Z" })
    }

    /// Writes a date in v2's format.
    mutating func member(_ name: String, milliseconds time: Timestamp?) {
        member(name, integer: time?.millisecondsSinceEpoch)
    }

    mutating func price(cents: Int) {
        name("price")
        beginObject()
        name("amount")
        value(.dollars(cents: cents))
        member("currency", text: "USD")
        endObject()
    }
}
