extension JSONParser {
    /// Reads from the opening quote to just after the closing quote.
    mutating func readString() throws(Failure) -> String {
        let start = position
        position += 1
        skipPlainBytes()
        let plain = bytes[start + 1..<position]
        if skip(UInt8(ascii: "\"")) {
            return try text(plain, from: start)
        }
        var unescaped = Array(plain)
        while !skip(UInt8(ascii: "\"")) {
            guard skip(UInt8(ascii: "\\")) else {
                throw failure(
                    peek == nil
                        ? "The text ends within a string" : "A control character is not escaped")
            }
            try readEscape(into: &unescaped)
            let next = position
            skipPlainBytes()
            unescaped.append(contentsOf: bytes[next..<position])
        }
        return try text(unescaped[...], from: start)
    }

    /// Moves to the next quote, backslash or control character, or to the end.
    private mutating func skipPlainBytes() {
        while let byte = peek,
            byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\")
        {
            position += 1
        }
    }

    /// Refuses invalid UTF-8: overlong forms, surrogates and stray bytes.
    private func text(_ utf8: ArraySlice<UInt8>, from start: Int) throws(Failure) -> String {
        guard let text = String(validating: utf8, as: UTF8.self) else {
            throw failure("A string is not valid UTF-8", at: start)
        }
        return text
    }

    private mutating func readEscape(into unescaped: inout [UInt8]) throws(Failure) {
        let start = position - 1
        let escape = peek
        position += 1
        switch escape {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            unescaped.append(bytes[position - 1])
        case UInt8(ascii: "b"): unescaped.append(0x08)
        case UInt8(ascii: "f"): unescaped.append(0x0C)
        case UInt8(ascii: "n"): unescaped.append(0x0A)
        case UInt8(ascii: "r"): unescaped.append(0x0D)
        case UInt8(ascii: "t"): unescaped.append(0x09)
        case UInt8(ascii: "u"):
            let scalar = try readUnicodeEscape(from: start)
            unescaped.append(contentsOf: String(Character(scalar)).utf8)
        default: throw failure("An escape is not one of JSON's", at: start)
        }
    }

    private mutating func readUnicodeEscape(from start: Int) throws(Failure) -> Unicode.Scalar {
        let first = try readFourHexadecimalDigits()
        var value = first
        if (0xD800...0xDBFF).contains(first) {
            guard skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else {
                throw failure("Half of a surrogate pair stands alone", at: start)
            }
            let second = try readFourHexadecimalDigits()
            guard (0xDC00...0xDFFF).contains(second) else {
                throw failure("Half of a surrogate pair stands alone", at: start)
            }
            value = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)
        }
        guard value != 0 else { throw failure("A string contains U+0000", at: start) }
        guard let scalar = Unicode.Scalar(value) else {
            throw failure("Half of a surrogate pair stands alone", at: start)
        }
        return scalar
    }

    private mutating func readFourHexadecimalDigits() throws(Failure) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue
            else { throw failure("A hexadecimal digit is expected") }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}
