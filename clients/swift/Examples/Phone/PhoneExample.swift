import Foundation
import HearthClient

/// The start screen of an app: what a person may do, with a connection and in a tunnel.
///
/// Run with an address, a tenant, a token and a folder. It ends once the screen is complete.
@main
struct PhoneExample {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let address = URL(string: arguments[1]) else {
            print("PhoneExample ADDRESS TENANT TOKEN FOLDER")
            return
        }
        let model = try ScreenModel(
            address: address, tenant: arguments[2], session: Session(token: arguments[3]),
            folder: URL(filePath: arguments[4]))
        for try await screen in model.screens() {
            print(screen.text)
            if screen.isComplete { break }
        }
    }
}

/// The signed-in person's session, as your identity provider's package has it.
struct Session: Sendable {
    let token: String
    var userID: String { "ana" }

    /// If Hearth refused the last token, ask your identity provider for a new one.
    func accessToken(isRefused: Bool) async throws -> String { token }
}

/// What the screen shows.
struct Screen: Sendable {
    var isPlus = false
    var banner = ""
    var household: String?
    var isComplete = false

    var text: String {
        [isPlus ? "plus" : nil, household, banner].compactMap { $0 }
            .filter { !$0.isEmpty }.joined(separator: " ")
    }
}

struct ScreenModel: Sendable {
    private let hearth: Hearth
    private let access: Access

    init(address: URL, tenant: String, session: Session, folder: URL) throws {
        // region access
        // A phone's network is slow.
        hearth = try Hearth(address: address, tenant: tenant, timeout: .seconds(10)) { isRefused in
            try await session.accessToken(isRefused: isRefused)
        }
        // A file for each person, so that the next one on this device does not see the last one's.
        access = Access(hearth: hearth, file: folder.appending(path: "\(session.userID).json"))
        // endregion
    }

    /// The screens to show, the first one at once from what is kept.
    func screens() -> AsyncThrowingStream<Screen, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    for try await known in access.updates() {
                        continuation.yield(screen(for: known))
                        guard known.state == .fresh else { continue }
                        continuation.yield(await completed(screen(for: known)))
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func screen(for known: KnownAccess) -> Screen {
        var screen = Screen(isPlus: known.isActive("plus"))
        switch known.state {
        case .fresh: break
        case .kept: screen.banner = known.reason == nil ? "" : "Offline"
        case .unknown: screen.banner = "Connect once to see what you have."
        }
        if known.reason?.code == "clock_set_back" { screen.banner = "Set your clock." }
        screen.isComplete = !screen.banner.isEmpty
        return screen
    }

    private func completed(_ screen: Screen) async -> Screen {
        var screen = screen
        // Nil also if a tunnel begins.
        screen.household = try? await hearth.household()?.name
        screen.isComplete = true
        return screen
    }
}
