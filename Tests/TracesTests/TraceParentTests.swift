import Testing
import Traces

@Suite("The header traceparent")
struct TraceParentTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let span = "00f067aa0ba902b7"

    @Test(
        "a well-formed header is read and written",
        arguments: [("01", true), ("00", false), ("03", true), ("fe", false)])
    func wellFormed(flags: String, isSampled: Bool) throws {
        let parent = try #require(TraceParent("00-\(Self.trace)-\(Self.span)-\(flags)"))
        #expect(parent.traceID == 0x4bf9_2f35_77b3_4da6_a3ce_929d_0e0e_4736)
        #expect(parent.spanID == 0x00f0_67aa_0ba9_02b7)
        #expect(parent.isSampled == isSampled)
        #expect(parent.text == "00-\(Self.trace)-\(Self.span)-\(isSampled ? "01" : "00")")
    }

    @Test("a later version may have more fields, which are ignored")
    func laterVersion() throws {
        let parent = try #require(TraceParent("01-\(Self.trace)-\(Self.span)-01-more"))
        #expect(parent.text == "00-\(Self.trace)-\(Self.span)-01")
        #expect(TraceParent("01-\(Self.trace)-\(Self.span)-01") == parent)
    }

    @Test(
        "any other text is none",
        arguments: [
            "", "00", "00-\(trace)-\(span)", "00-\(trace)-\(span)-", "00-\(trace)-\(span)-1",
            "00-\(trace)-\(span)-01-", "00-\(trace)-\(span)-01-more", "00-\(trace)-\(span)-011",
            "01-\(trace)-\(span)-011", "ff-\(trace)-\(span)-01", "0-\(trace)-\(span)-001",
            "00-\(trace.uppercased())-\(span)-01", "00-\(trace)-\(span)-0G",
            "00-\(String(repeating: "0", count: 32))-\(span)-01",
            "00-\(trace)-\(String(repeating: "0", count: 16))-01",
            "00_\(trace)_\(span)_01", "00-\(trace)\(span)--01",
            "00-+\(trace.dropFirst())-\(span)-01",
            "00-\(trace)-\(span)-01, 00-\(trace)-\(span)-01", " 00-\(trace)-\(span)-01",
            "00-\(trace.dropLast(2))é-\(span)-01",
        ])
    func malformed(text: String) {
        #expect(TraceParent(text) == nil)
    }
}
