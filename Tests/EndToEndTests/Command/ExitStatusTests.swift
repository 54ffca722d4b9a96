import Testing

@testable import hearth

@Suite("Exit statuses are those of sysexits.h")
struct ExitStatusTests {
    @Test(
        "a refusal ends with the status that says what kind it is",
        arguments: [
            (401, 77), (403, 77), (404, 66), (410, 66), (409, 65), (422, 65), (429, 75), (500, 70),
            (502, 69), (503, 69), (504, 69),
        ] as [(Int, Int32)])
    func refusals(httpStatus: Int, status: Int32) {
        #expect(OperatorMessage.ExitStatus(httpStatus: httpStatus).rawValue == status)
    }
}
