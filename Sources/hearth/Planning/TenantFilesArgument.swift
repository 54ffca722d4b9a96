import ArgumentParser
import Entitlements
import Foundation

/// The tenant files that a command works on.
struct TenantFilesArgument: ParsableArguments {
    @Argument(
        help: """
            Tenant files; a folder stands for each *.yaml in it, and - for standard input.
            """, completion: .file())
    var files: [String]

    func validate() throws {
        if files.count(where: { $0 == GivenTenantFile.standardInput }) > 1 {
            throw ValidationError("Standard input can be read once: give one '-'.")
        }
    }

    /// Reads all files; throws the problems of all, and of two files for one tenant.
    func read() throws(InvalidTenantFiles) -> [GivenTenantFile] {
        var given: [GivenTenantFile] = []
        var invalid = InvalidTenantFiles()
        var paths: [String] = []
        for path in files {
            do { paths += try Self.paths(of: path) } catch { invalid.add(error) }
        }
        for path in paths {
            do { given.append(try GivenTenantFile(path: path)) } catch { invalid.add(error) }
        }
        for (index, file) in given.enumerated() {
            let slug = file.definition.slug
            guard let first = given[..<index].first(where: { $0.definition.slug == slug })
            else { continue }
            invalid.add(
                InvalidTenantFiles(file.path, "\(first.path) is a file of “\(slug)”, too."))
        }
        try invalid.throwIfAny()
        return given
    }

    /// The files of a folder in the order of their names; another path stands for itself.
    private static func paths(of path: String) throws(InvalidTenantFiles) -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
            isFolder.boolValue
        else { return [path] }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw InvalidTenantFiles(path, "The folder cannot be read.")
        }
        let files = names.filter { $0.hasSuffix(".yaml") && !$0.hasPrefix(".") }.sorted()
        guard !files.isEmpty else {
            throw InvalidTenantFiles(path, "The folder has no file *.yaml.")
        }
        return files.map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
    }
}
