import ArgumentParser
import EntitlementsAPI

/// Prints the document that a server serves at `/openapi.yaml`.
struct PrintOpenAPI: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openapi",
        abstract: "Print the OpenAPI document, from which clients are generated.",
        discussion: "Example: hearth openapi > openapi.yaml")

    func run() {
        print(OpenAPIDocument.text, terminator: "")
    }
}
