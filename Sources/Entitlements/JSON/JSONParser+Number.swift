extension JSONParser {
    mutating func readNumber() throws(Failure) -> JSONValue {
        let start = position
        guard skip(UInt8(ascii: "-")) || isAtDigit else { throw failure("A value is expected") }
        if !skip(UInt8(ascii: "0")) {
            try readDigits()
        }
        var isInteger = true
        if skip(UInt8(ascii: ".")) {
            isInteger = false
            try readDigits()
        }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            isInteger = false
            _ = skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-"))
            try readDigits()
        }
        guard position - start <= Self.maximumNumberBytes else {
            throw failure("A number is too long", at: start)
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isInteger {
            guard let value = Int64(text) else {
                throw failure("A whole number does not fit in 64 bits", at: start)
            }
            return .integer(value)
        }
        guard let value = Double(text), value.isFinite else {
            throw failure("A number is too large", at: start)
        }
        return .decimal(JSONDecimal(value: value, text: text))
    }

    private static var maximumNumberBytes: Int { 64 }

    private mutating func readDigits() throws(Failure) {
        guard isAtDigit else { throw failure("A digit is expected") }
        while isAtDigit { position += 1 }
    }

    private var isAtDigit: Bool {
        guard let byte = peek else { return false }
        return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
