import EntitlementsDatabase
import FoundationEssentials
import Synchronization
import TestSupport

/// How endpoints come to hang, all at once.
enum Hanging: CaseIterable {
    case atFirstContact
    case drippingAtFirstContact
    case afterOneAnswer
    case movedThere
    case switchedOnAgain
    case withRetriesDue
    case manyAtFirstContact

    /// Each has eight endpoints: 40 hang, or 200.
    var tenantCount: Int { self == .manyAtFirstContact ? 25 : 5 }

    /// Whether nothing is delivered before.
    var isFirstContact: Bool {
        [.atFirstContact, .drippingAtFirstContact, .manyAtFirstContact].contains(self)
    }
}

/// Endpoints that hang once they are asked to.
struct HangingEndpoints: Sendable {
    static let countPerTenant = 8

    let hanging: Hanging
    let tenants: [TestTenant]
    /// Whether the server of these endpoints hangs by now.
    let trap: Trap
    let scratch: ScratchDatabase

    final class Trap: Sendable {
        private let state: Mutex<Bool> = Mutex(false)

        var isSet: Bool {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }
    }

    /// What the server of these endpoints answers.
    static func answer(_ hanging: Hanging, isSet: Bool) -> UpstreamAnswer {
        switch (isSet, hanging) {
        case (true, .drippingAtFirstContact): .dripping
        case (true, _): .silence
        case (false, .withRetriesDue): .text("", status: 500)
        case (false, _): .text("")
        }
    }

    /// Makes the endpoints, and has them hang with ten changes each or with their retries.
    ///
    /// Returns how many requests their server got before it hung.
    func begin(at port: Int, of silent: Upstream, healthyPort: Int) async throws -> Int {
        let first = hanging == .movedThere ? healthyPort : port
        var endpoints: [(tenant: TestTenant, id: UUID, path: Int)] = []
        for tenant in tenants {
            for _ in 0..<Self.countPerTenant {
                let path = endpoints.count
                let url = "http://127.0.0.1:\(first)/hanging_\(path)"
                endpoints.append((tenant, try await tenant.createEndpoint(url), path))
            }
        }
        if !hanging.isFirstContact {
            try await addChanges(1)
            _ = try await eventually { try await isAllHandedOver() }
        }
        if hanging == .switchedOnAgain {
            for endpoint in endpoints { try await endpoint.tenant.update(endpoint.id, isOn: false) }
        }
        let answered = silent.requests.count
        trap.isSet = true
        if hanging == .withRetriesDue {
            try await scratch.administer(
                "update entitlements.deliveries set due_at = now() where due_at is not null")
            return answered
        }
        for endpoint in endpoints {
            if hanging == .movedThere {
                let url = "http://127.0.0.1:\(port)/hanging_\(endpoint.path)"
                try await endpoint.tenant.update(endpoint.id, url: url)
            }
            if hanging == .switchedOnAgain {
                try await endpoint.tenant.update(endpoint.id, isOn: true)
            }
        }
        try await addChanges(10)
        return answered
    }

    private func addChanges(_ count: Int) async throws {
        for tenant in tenants { try await scratch.addChanges(count, of: tenant) }
    }

    private func isAllHandedOver() async throws -> Bool {
        try await scratch.ask(
            """
            select bool_and(endpoint.handed_over_number = head.last_number)
              from entitlements.endpoints endpoint
              join entitlements.change_heads head using (tenant_id)
            """) == "t"
    }
}
