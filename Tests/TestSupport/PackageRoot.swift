package import FoundationEssentials

/// Where the package lies on this machine, found from this file.
package enum PackageRoot {
    package static let url = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
