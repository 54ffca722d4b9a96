import Foundation
import PackagePlugin

/// Embeds a target's text files in its binary: `sql/` for the migrator, `openapi/`, `pages/`,
/// README.md and the documents for the API, the example tenants for the command.
@main
struct EmbedText: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        let root = context.package.directoryURL
        let folders: [URL] =
            switch target.name {
            case "Migrations": [root.appending(path: "sql")]
            case "EntitlementsAPI":
                ["Sources/EntitlementsAPI", "docs"].map { root.appending(path: $0) }
            case "hearth": [root.appending(path: "examples/tenants")]
            default: []
            }
        let readme =
            target.name == "EntitlementsAPI" ? [root.appending(path: "README.md")] : []
        let inputs = (folders.flatMap(textFiles) + readme).sorted { $0.path() < $1.path() }
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedText.swift")
        return [
            .buildCommand(
                displayName: "Embedding \(inputs.count) text files in \(target.name)",
                executable: try context.tool(named: "EmbedTextTool").url,
                arguments: [output.path(), root.path()] + inputs.map { $0.path() },
                inputFiles: inputs,
                outputFiles: [output]
            )
        ]
    }

    private func textFiles(in folder: URL) -> [URL] {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (files?.allObjects as? [URL] ?? []).filter {
            ["sql", "yaml", "md", "mustache", "css", "js"].contains($0.pathExtension)
                && $0.lastPathComponent != "schema.sql" && !$0.path().contains("/decisions/")
        }
    }
}
