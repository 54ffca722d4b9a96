package import FoundationEssentials

/// The package's folder on this machine, from this file's path.
package enum PackageRoot {
    package static let url = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
