import Testing

@testable import Documentation

@Suite("Operations are found in code")
struct OperationFinderTests {
    private static let yaml = """
        info: { title: Users }
        paths:
          /v1/users/{id}: { get: { operationId: getUser }, delete: { operationId: deleteUser } }
          /v1/users/{id}/grants:
            get: { operationId: listGrants }
            post: { operationId: createGrant }
          /v1/users/identify: { post: { operationId: identify } }
          /readyz: { get: { operationId: getReadiness } }
        """

    @Test(
        "by the path, and by the method that is said or follows from the command",
        arguments: [
            ("curl -s $ADDRESS/v1/users/u_1", ["getUser"]),
            ("curl -s \"$ADDRESS/v1/users/u_1?a=b\"", ["getUser"]),
            ("curl -s -X DELETE $ADDRESS/v1/users/u_1", ["deleteUser"]),
            (
                "curl $A/v1/users/u_1/grants \\\n    -d '{}'\ncurl $A/readyz",
                ["createGrant", "getReadiness"]
            ),
            (
                "curl $A/v1/users/u_1/grants\ncurl $A/v1/users/identify -d '{}'",
                ["listGrants", "identify"]
            ),
            ("POST /v1/users/…/grants", ["createGrant"]), ("/v1/users/identify", ["identify"]),
            ("/v1/users", []), ("/v1/users/u_1/", []), ("/v2/users/u_1", []), ("v1", []),
        ])
    func operations(code: String, ids: [String]) throws {
        let finder = OperationFinder(try #require(Contract(yaml: Self.yaml)).operations)
        #expect(finder.operations(in: code[...]).map(\.operation.id) == ids)
    }
}
