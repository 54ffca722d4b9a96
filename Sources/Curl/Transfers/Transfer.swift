import CLibCurl
import Glibc

/// A request in flight, and the answer received so far.
///
/// Lives on the thread that drives libcurl, which calls back into it.
final class Transfer {
    let exchange: Exchange
    let easy: EasyHandle
    private let maximumHeaderBytes: Int
    private let maximumHeaderLines: Int
    private var body: [UInt8] = []
    private var headerBytes = 0
    private var headerLines = 0
    /// Why we aborted the transfer: libcurl reports only that we did.
    private var refusal: CurlError?
    /// The filter refused an address; another of the server's addresses may have passed.
    private var isAddressRefused = false

    init(_ exchange: Exchange, _ configuration: HTTPClient.Configuration) throws(CurlError) {
        self.exchange = exchange
        easy = try EasyHandle(headers: HeaderList(try exchange.request.headerLines()))
        maximumHeaderBytes = configuration.maximumHeaderBytes
        maximumHeaderLines = configuration.maximumHeaderLines
        try setOptions(configuration)
    }

    /// Returns the answer, once libcurl has reported how the transfer ended.
    func answer(_ code: CURLcode) -> Exchange.Answer {
        guard code == CURLE_OK else {
            if isAddressRefused, code == CURLE_COULDNT_CONNECT { return .failure(.addressRefused) }
            return .failure(refusal ?? CurlError(code, isConnected: easy.isConnected))
        }
        return .success(
            CurlResponse(status: easy.status, headers: easy.receivedHeaders, body: body))
    }

    // MARK: Called back by libcurl

    /// Returns false to abort the transfer.
    func receive(body bytes: UnsafeRawBufferPointer) -> Bool {
        guard body.count + bytes.count <= exchange.request.maximumBodyBytes else {
            refusal = .bodyTooLarge
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    /// Returns false to abort the transfer.
    func receive(headerLine bytes: UnsafeRawBufferPointer) -> Bool {
        headerBytes += bytes.count
        headerLines += 1
        guard headerBytes <= maximumHeaderBytes, headerLines <= maximumHeaderLines else {
            refusal = .headersTooLarge
            return false
        }
        return true
    }

    /// Opens a socket for an address that libcurl is about to connect to, if the filter allows it.
    ///
    /// The name is already resolved: changing its address between check and use has no effect.
    func openSocket(for address: UnsafePointer<curl_sockaddr>) -> curl_socket_t {
        if exchange.request.addressFilter == .publicOnly, !Self.isPublic(address) {
            isAddressRefused = true
            return CURL_SOCKET_BAD
        }
        let kind = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
        return socket(address.pointee.family, kind, address.pointee.protocol)
    }

    private static func isPublic(_ address: UnsafePointer<curl_sockaddr>) -> Bool {
        guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return false }
        let bytes = UnsafeRawBufferPointer(
            start: UnsafeRawPointer(address) + offset, count: Int(address.pointee.addrlen))
        return IPAddress(socketAddress: bytes)?.isPublic ?? false
    }
}
