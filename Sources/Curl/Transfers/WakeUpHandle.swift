import CLibCurl

/// Wakes the thread that waits on a multi handle.
///
/// `@unchecked Sendable`: libcurl lets any thread wake a multi handle while another uses it. The
/// owner must release this before the multi handle ends.
struct WakeUpHandle: ~Copyable, @unchecked Sendable {
    private let pointer: UnsafeMutableRawPointer

    init(of multi: borrowing MultiHandle) {
        pointer = multi.pointer
    }

    func signal() {
        curl_multi_wakeup(pointer)
    }
}
