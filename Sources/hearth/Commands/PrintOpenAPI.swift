import ArgumentParser
import EntitlementsAPI

/// Prints the document that a server serves at `/openapi.yaml`.
struct PrintOpenAPI: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openapi",
        abstract: "Print the OpenAPI document, from which clients are generated.")

    func run() {
        print(OpenAPIDocument.text, terminator: "")
    }
}
