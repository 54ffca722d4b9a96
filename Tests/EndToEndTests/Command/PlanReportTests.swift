import Entitlements
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

    @Test("a change shows the fields that differ, with values as a tenant file has them")
    func changes() throws {
        let changes = """
            [{"section": "products", "id": "m", "change": "changed",
              "before": {"id": "m", "trial": null, "entitlements": ["a"], "seats": 1},
              "after": {"id": "m", "trial": "P7D", "entitlements": ["a", "b"], "seats": 1}},
             {"section": "tenant", "id": "name", "change": "changed",
              "before": "One", "after": "Two"},
             {"section": "codes.campaigns", "id": "spring", "change": "changed",
              "before": {"gives": {"duration": "P1M", "extends": false}},
              "after": {"gives": {"duration": "P1M", "extends": true}, "per_app_user": 2}},
             {"section": "x", "id": "y", "change": "changed",
              "before": [], "after": [{"id": "a", "amount": 1.5}]},
             {"section": "tenant", "id": "name", "change": "changed",
              "before": "One", "after": "\\u009b2J\\n  + products free\\u007f"}]
            """
        #expect(
            PlanReport.lines(ofChanges: try JSONParser.parse(Array(changes.utf8))) == [
                "  ~ products m: trial nothing → P7D, entitlements [a] → [a, b]",
                "  ~ tenant name: One → Two",
                "  ~ codes.campaigns spring: gives extends false → true, per_app_user nothing → 2",
                "  ~ x y: [] → [{ id: a, amount: 1.5 }]",
                #"  ~ tenant name: One → \u{9B}2J\u{A}  + products free\u{7F}"#,
            ])
        let plan = #"{"losing":{"plus":{"count":1,"app_user_ids":["\u001b[2J"]}}}"#
        #expect(
            try PlanReport(Array(plan.utf8)).lines == [#"  ! 1 app users lose plus: \u{1B}[2J"#])
    }
}
