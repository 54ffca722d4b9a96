extension Timestamp {
    /// The time in UTC with milliseconds: `2026-11-21T10:00:00.000Z`.
    package var rfc3339: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.rfc3339ByteCount)
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let rfc3339ByteCount = 24

    /// Appends ``rfc3339`` as bytes.
    func write(to bytes: inout [UInt8]) {
        let time = CivilTime(self)
        bytes.appendDigits(time.year, width: 4)
        bytes.append(UInt8(ascii: "-"))
        bytes.appendDigits(time.month, width: 2)
        bytes.append(UInt8(ascii: "-"))
        bytes.appendDigits(time.day, width: 2)
        bytes.append(UInt8(ascii: "T"))
        bytes.appendDigits(time.hour, width: 2)
        bytes.append(UInt8(ascii: ":"))
        bytes.appendDigits(time.minute, width: 2)
        bytes.append(UInt8(ascii: ":"))
        bytes.appendDigits(time.second, width: 2)
        bytes.append(UInt8(ascii: "."))
        bytes.appendDigits(time.microsecond / 1_000, width: 3)
        bytes.append(UInt8(ascii: "Z"))
    }
}

extension [UInt8] {
    fileprivate mutating func appendDigits(_ value: Int64, width: Int) {
        var divisor: Int64 = 1
        for _ in 1..<width { divisor *= 10 }
        while divisor > 0 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / divisor % 10))
            divisor /= 10
        }
    }
}

extension Timestamp {
    /// Reads RFC 3339 with any offset: `2026-11-21T11:00:00.25+01:00`.
    ///
    /// As in Postgres, digits beyond the microsecond are dropped, and a leap second becomes the
    /// first second of the next minute. Nil for other text, and outside the years 0001…9999.
    package init?(rfc3339 text: some StringProtocol) {
        var reader = RFC3339Reader(Array(text.utf8.prefix(RFC3339Reader.maximumByteCount + 1)))
        guard let microseconds = reader.readMicrosecondsSinceEpoch() else { return nil }
        self.init(microsecondsSinceEpoch: microseconds)
    }
}

private struct RFC3339Reader {
    static let maximumByteCount = 64

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func readMicrosecondsSinceEpoch() -> Int64? {
        guard bytes.count <= Self.maximumByteCount,
            let year = readDigits(4), skip("-"),
            let month = readDigits(2), (1...12).contains(month), skip("-"),
            let day = readDigits(2),
            (1...CivilTime.daysInMonth(month, ofYear: year)).contains(day),
            skip("T", or: "t"),
            let hour = readDigits(2), hour <= 23, skip(":"),
            let minute = readDigits(2), minute <= 59, skip(":"),
            let second = readDigits(2), second <= 60,
            let microsecond = readFraction(),
            let offsetMinutes = readOffset(),
            position == bytes.count
        else { return nil }

        let local = CivilTime(
            year: year, month: month, day: day,
            hour: hour, minute: minute, second: second, microsecond: microsecond)
        return local.microsecondsSinceEpoch - offsetMinutes * 60_000_000
    }

    private mutating func readDigits(_ count: Int) -> Int64? {
        guard position + count <= bytes.count else { return nil }
        var value: Int64 = 0
        for byte in bytes[position..<position + count] {
            guard let digit = Self.digit(byte) else { return nil }
            value = value * 10 + digit
        }
        position += count
        return value
    }

    /// Returns microseconds: zero without a fraction, nil for a point without a digit.
    private mutating func readFraction() -> Int64? {
        guard skip(".") else { return 0 }
        let start = position
        var value: Int64 = 0
        var scale: Int64 = 100_000
        while position < bytes.count, let digit = Self.digit(bytes[position]) {
            value += digit * scale
            scale /= 10
            position += 1
        }
        return position > start ? value : nil
    }

    /// Minutes east of UTC.
    private mutating func readOffset() -> Int64? {
        if skip("Z", or: "z") { return 0 }
        let isEast = skip("+")
        guard isEast || skip("-"),
            let hours = readDigits(2), hours <= 23, skip(":"),
            let minutes = readDigits(2), minutes <= 59
        else { return nil }
        return (isEast ? 1 : -1) * (hours * 60 + minutes)
    }

    private mutating func skip(_ first: Unicode.Scalar, or second: Unicode.Scalar? = nil) -> Bool {
        guard position < bytes.count else { return false }
        let scalar = Unicode.Scalar(bytes[position])
        guard scalar == first || scalar == second else { return false }
        position += 1
        return true
    }

    private static func digit(_ byte: UInt8) -> Int64? {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        return Int64(byte - UInt8(ascii: "0"))
    }
}
