import Testing

@testable import HTTPServer

@Suite("The Date of answers")
struct DateHeaderTests {
    @Test(
        "is as RFC 9110 writes it",
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
        ])
    func text(_ second: Int64, _ text: String) {
        #expect(DateHeader { second }.text == text)
    }
}
