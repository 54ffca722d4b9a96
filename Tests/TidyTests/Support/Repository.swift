import Foundation

/// A text file of the repository, with its path from the package's root.
struct SourceFile: Sendable {
    let path: String
    let text: String
    let lines: [Substring]

    init(path: String, text: String) {
        self.path = path
        self.text = text
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        self.lines = lines
    }

    var name: String { path.split(separator: "/").last.map(String.init) ?? path }
    var fileExtension: String { name.split(separator: ".").dropFirst().last.map(String.init) ?? "" }
    var stem: String {
        fileExtension.isEmpty ? name : String(name.dropLast(fileExtension.count + 1))
    }
    var folders: [Substring] { path.split(separator: "/").dropLast() }

    func isUnder(_ folder: String) -> Bool { path.hasPrefix(folder + "/") }
}

/// The package's files, read once per test run.
enum Repository {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Every text file except generated ones.
    static let files: [SourceFile] = paths.compactMap { path in
        let data = try? Data(contentsOf: root.appending(path: path))
        return data.flatMap { String(data: $0, encoding: .utf8) }
            .map { SourceFile(path: path, text: $0) }
    }

    static let swift: [SwiftSource] = files.filter { $0.fileExtension == "swift" }
        .map(SwiftSource.init)

    static let sql: [SQLSource] = files.filter { $0.fileExtension == "sql" }.map(SQLSource.init)

    static let sqlFunctions: [SQLSource] = sql.filter { $0.file.isUnder("sql/functions") }

    static func file(_ path: String) -> SourceFile? { files.first { $0.path == path } }

    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path)
    }

    /// Hidden folders are generated, except the one with the CI script.
    private static let paths: [String] = {
        let generated: Set<String> = ["Package.resolved", "sql/schema.sql"]
        let prefix = root.standardizedFileURL.path.count + 1
        guard
            let walk = FileManager.default.enumerator(
                at: root.standardizedFileURL, includingPropertiesForKeys: [.isRegularFileKey])
        else { return [] }
        var paths: [String] = []
        for case let url as URL in walk {
            let name = url.lastPathComponent
            let isFolder =
                (try? url.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == false
            if isFolder, name.hasPrefix(".") && name != ".ci" || name == "__pycache__" {
                walk.skipDescendants()
            } else if !isFolder {
                paths.append(String(url.path.dropFirst(prefix)))
            }
        }
        return paths.filter { !generated.contains($0) }.sorted()
    }()
}
