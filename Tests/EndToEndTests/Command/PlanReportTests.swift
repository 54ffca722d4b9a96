import Testing

@testable import hearth

@Suite("What a tenant file changes, as text")
struct PlanReportTests {
    @Test("products that the file lacks are one line, with ten names at most")
    func products() throws {
        let lines = { (count: Int) in
            let ids = (0..<count).map { "\"p\($0)\"" }.joined(separator: ",")
            return try PlanReport(Array(#"{"products_not_in_file":[\#(ids)]}"#.utf8)).lines
        }
        #expect(try lines(0) == [])
        #expect(try lines(2) == ["  ! 2 sold but not in the file: p0, p1"])
        #expect(
            try lines(11)
                == ["  ! 11 sold but not in the file: p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, …"])
    }
}
