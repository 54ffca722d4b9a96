/// This release of Hearth.
package enum Release {
    /// As in CHANGELOG.md; `hearth --version`, `/v1/status` and the pages show it.
    package static let version = "0.2.0"
}
