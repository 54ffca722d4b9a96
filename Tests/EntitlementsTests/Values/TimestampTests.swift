import Entitlements
import Testing

@Suite("Timestamp")
struct TimestampTests {
    @Test(
        "is written in UTC with milliseconds",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (1_658_726_378_679, "2022-07-25T05:19:38.679Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_709_251_199_999, "2024-02-29T23:59:59.999Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            (78_789_789_798_798, "4466-09-30T20:43:18.798Z"),
            (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        ] as [(Int64, String)])
    func writing(milliseconds: Int64, text: String) throws {
        let timestamp = try #require(Timestamp(milliseconds: milliseconds))
        #expect(timestamp.rfc3339 == text)
        #expect(Timestamp(rfc3339: text) == timestamp)
    }

    @Test("below a millisecond is rounded down, also before 1970")
    func roundsToThePast() throws {
        #expect(
            try #require(Timestamp(microsecondsSinceEpoch: -1)).rfc3339
                == "1969-12-31T23:59:59.999Z")
        #expect(
            try #require(Timestamp(microsecondsSinceEpoch: 1_999)).rfc3339
                == "1970-01-01T00:00:00.001Z")
    }

    @Test(
        "outside the years 0001 to 9999 does not exist",
        arguments: [
            -62_135_596_800_001, 253_402_300_800_000, .min, .max, .max / 1_000, .min / 1_000,
        ] as [Int64])
    func outOfRange(milliseconds: Int64) {
        #expect(Timestamp(milliseconds: milliseconds) == nil)
    }

    @Test(
        "is read with any offset and any precision",
        arguments: [
            ("2026-11-21T10:00:00Z", "2026-11-21T10:00:00.000Z"),
            ("2026-11-21t10:00:00z", "2026-11-21T10:00:00.000Z"),
            ("2026-11-21T11:00:00.25+01:00", "2026-11-21T10:00:00.250Z"),
            ("2026-11-21T00:30:00-09:30", "2026-11-21T10:00:00.000Z"),
            ("2026-12-31T23:30:00-01:00", "2027-01-01T00:30:00.000Z"),
            ("2026-11-21T10:00:00.123456789Z", "2026-11-21T10:00:00.123Z"),
            ("2026-11-21T10:00:00-00:00", "2026-11-21T10:00:00.000Z"),
            ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"),
        ])
    func reading(text: String, expected: String) throws {
        #expect(try #require(Timestamp(rfc3339: text)).rfc3339 == expected)
    }

    @Test("keeps microseconds")
    func keepsMicroseconds() throws {
        let timestamp = try #require(Timestamp(rfc3339: "1970-01-01T00:00:00.123456789Z"))
        #expect(timestamp.microsecondsSinceEpoch == 123_456)
    }

    @Test(
        "is not read from other formats",
        arguments: [
            "", "2026", "2026-11-21", "2026-11-21T10:00:00", "2026-11-21 10:00:00Z",
            "2026-11-21T10:00Z", "2026-02-29T10:00:00Z", "2026-00-10T10:00:00Z",
            "2026-13-10T10:00:00Z", "2026-04-31T10:00:00Z", "2026-11-21T24:00:00Z",
            "2026-11-21T10:60:00Z", "2026-11-21T10:00:61Z", "2026-11-21T10:00:00.Z",
            "2026-11-21T10:00:00+0100", "2026-11-21T10:00:00+24:00", "2026-11-21T10:00:00+01:60",
            "2026-11-21T10:00:00Z ", " 2026-11-21T10:00:00Z", "+2026-11-21T10:00:00Z",
            "2026-11-21T10:00:00ZZ", "２026-11-21T10:00:00Z", "0000-12-31T23:59:59Z",
            "0001-01-01T00:30:00+01:00", "9999-12-31T23:30:00-01:00",
            "2026-11-21T10:00:00." + String(repeating: "1", count: 100) + "Z",
        ])
    func notRead(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test("is read back unchanged on every day of eight centuries")
    func everyDay() throws {
        let first = try #require(Timestamp(rfc3339: "1600-01-01T12:34:56.789Z"))
        var moment = first
        var previous = ""
        for _ in 0..<292_194 {
            let text = moment.rfc3339
            #expect(Timestamp(rfc3339: text) == moment)
            #expect(previous < text)
            previous = text
            moment = moment.advanced(bySeconds: 86_400)
        }
        #expect(moment.rfc3339 == "2400-01-01T12:34:56.789Z")
    }

    @Test("moves by seconds, and stops at the ends of its range")
    func moving() throws {
        let moment = try #require(Timestamp(rfc3339: "2026-11-21T10:00:00.500Z"))
        #expect(moment.advanced(bySeconds: -1).rfc3339 == "2026-11-21T09:59:59.500Z")
        #expect(moment.advanced(bySeconds: .max).rfc3339 == "9999-12-31T23:59:59.999Z")
        #expect(moment.advanced(bySeconds: .min).rfc3339 == "0001-01-01T00:00:00.000Z")
        #expect(moment.secondsSinceEpoch == 1_795_255_200)
        #expect(try #require(Timestamp(milliseconds: -1)).secondsSinceEpoch == -1)
        #expect(moment < moment.advanced(bySeconds: 1))
    }
}
