import FoundationEssentials
import Postgres
import Testing

extension PostgresTests {
    @Suite("Values survive the way to the server and back")
    struct CodecTests {
        private func comesBack<Value: PostgresCodable & Equatable>(_ values: [Value]) async throws {
            try await withClient { client in
                for value in values {
                    let back = try await client.call(Echo(value: value), in: nil)
                    #expect(back == [value])
                }
                let null = try await client.call(Echo<Value>(value: nil), in: nil)
                #expect(null == [nil])
            }
        }

        @Test("booleans") func booleans() async throws {
            try await comesBack([true, false])
        }

        @Test("integers, including the least and the greatest") func integers() async throws {
            try await comesBack([0, 1, -1, Int32.min, Int32.max])
            try await comesBack([0, 1, -1, Int64.min, Int64.max])
        }

        @Test("texts of every plane, including the empty one") func texts() async throws {
            let edges: [UInt32] = [
                0x1, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xfffd, 0xfffe, 0xffff,
            ]
            let planes = (1...16).flatMap { plane in [plane << 16, plane << 16 | 0xffff] }
            let text = String(
                String.UnicodeScalarView(
                    (edges + planes.map(UInt32.init)).compactMap(Unicode.Scalar.init)))
            try await comesBack(["", " ", "'\"\\$1;--", "e\u{301}", "\u{e9}", "👩‍👩‍👧‍👦", text])
            try await withClient { client in
                let counted = try await client.call(Described(value: text), in: nil)
                #expect(counted == ["\(text.unicodeScalars.count) \(text.utf8.count)"])
            }
        }

        @Test("bytes, including none") func bytes() async throws {
            try await comesBack([[], [0], Array(UInt8.min...UInt8.max)])
            try await comesBack([[UInt8](repeating: 7, count: 3_000_000)])
        }

        @Test("uuids") func uuids() async throws {
            let zero = try #require(UUID(uuidString: "00000000-0000-0000-0000-000000000000"))
            try await comesBack([zero, UUID()])
        }

        @Test("lists, including the empty one") func lists() async throws {
            try await comesBack([[], [""], ["a", "", "{}", "null", "\"", "𐍈"]])
            try await comesBack([[], [UUID(), UUID()]])
            try await comesBack([[[]], [[0, 255], []]])
            try await comesBack([[], [nil], ["a", nil, ""]])
            try await comesBack([[JSONBText(bytes: Array("[1]".utf8)), nil]])
        }

        @Test("timestamps, including the server's first and last") func moments()
            async throws
        {
            // The server's calendar starts in 4714 BC. Its last thirty years exceed our integer.
            let first: Int64 = -210_866_803_200_000_000
            try await comesBack(
                [first, -1, 0, 1, 946_684_800_000_000, .max].map(
                    PostgresTimestamp.init(microsecondsSinceEpoch:)))
            try await withClient { client in
                let spoken = try await client.call(
                    Spoken<PostgresTimestamp>(spoken: "1970-01-01 00:00:01.000002+00"), in: nil)
                #expect(spoken.map(\.microsecondsSinceEpoch) == [1_000_002])
            }
        }

        @Test("JSON") func json() async throws {
            try await comesBack([JSONText(bytes: Array(#"{"a":[1,"é","\u0000"]}"#.utf8))])
            try await withClient { client in
                let spaced = #"{ "a b" : [ 1,"\" , \\", "" ],\#n\#t"c": null}"#
                let echoed = try await client.call(
                    Echo(value: JSONText(bytes: Array(spaced.utf8))), in: nil)
                #expect(
                    echoed.map(\.?.bytes) == [Array(#"{"a b":[1,"\" , \\",""],"c":null}"#.utf8)])
            }
            try await comesBack([JSONBText(bytes: Array(#"{"a": [1, "é", null]}"#.utf8))])
        }
    }

    @Suite("Unsupported values are refused")
    struct RefusedValueTests {
        @Test("U+0000 is refused before anything is sent, in any argument")
        func nulCharacter() async throws {
            try await withClient { client in
                let error = PostgresError.nulCharacter
                #expect(await failure(of: Echo(value: "alice\0mallory"), on: client) == error)
                #expect(await failure(of: Echo(value: ["a", "\0"]), on: client) == error)
                #expect(
                    await failure(of: Echo(value: JSONText(bytes: [0])), on: client) == error)
                #expect(
                    await failure(of: Echo(value: JSONBText(bytes: [0])), on: client) == error)
                #expect(await failure(of: ScopeSeen(), in: .test("a\0b"), on: client) == error)
                let escaped = JSONBText(bytes: Array(#""\u0000""#.utf8))
                #expect(
                    await failure(of: Echo(value: escaped), on: client)
                        == .server(sqlState: "22P05"))
            }
        }

        @Test("an infinite timestamp is refused", arguments: ["infinity", "-infinity"])
        func infinity(spoken: String) async throws {
            try await withClient { client in
                #expect(
                    await failure(of: Spoken<PostgresTimestamp>(spoken: spoken), on: client)
                        == .decoding("A moment is infinite or too late."))
            }
        }

        @Test("a timestamp out of range is refused by the client or the server")
        func momentsBeyond() async throws {
            try await withClient { client in
                let unspeakable = Echo(value: PostgresTimestamp(microsecondsSinceEpoch: .min))
                #expect(
                    await failure(of: unspeakable, on: client)
                        == .decoding("A moment is too early."))
                let early = Echo(
                    value: PostgresTimestamp(microsecondsSinceEpoch: -210_866_803_200_000_001))
                #expect(await failure(of: early, on: client) == .server(sqlState: "22008"))
                let late = Spoken<PostgresTimestamp>(spoken: "294276-12-31 23:59:59+00")
                #expect(
                    await failure(of: late, on: client)
                        == .decoding("A moment is infinite or too late."))
            }
        }

        @Test(
            "a list with nulls or two dimensions is refused",
            arguments: ["{a,null}", "{{a},{b}}"])
        func listsOfOtherForms(spoken: String) async throws {
            try await withClient { client in
                #expect(
                    await failure(of: Spoken<[String]>(spoken: spoken), on: client)
                        == .decoding("An array has several dimensions or nulls."))
            }
        }

        @Test("an unexpected null is refused")
        func unexpectedNull() async throws {
            try await withClient { client in
                #expect(
                    await failure(of: Spoken<[String]>(spoken: "{}"), on: client) == nil)
                #expect(
                    await failure(of: NeverNull(), on: client)
                        == .decoding("A column that is never null was null."))
            }
        }
    }
}

/// Decodes a null as a value that is never null.
private struct NeverNull: FunctionCall {
    var value: String?

    static let function = "echo_text"
    static let access = FunctionAccess.read
    static let parameters: [Field] = [Field("value", .text)]
    static let columns = [Field("answer", .text)]

    func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(value)
    }

    static func decode(_ row: inout Cells) throws(PostgresError) -> String { try row.next() }
}
