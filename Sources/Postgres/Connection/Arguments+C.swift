extension Arguments {
    /// Lends the arguments in libpq's form: values, lengths, and "binary" for each.
    func withCValues<Result>(
        _ body: (
            _ count: Int32, _ values: UnsafePointer<UnsafePointer<CChar>?>?,
            _ lengths: UnsafePointer<Int32>?, _ formats: UnsafePointer<Int32>?
        ) -> Result
    ) -> Result {
        // An empty argument needs a non-null pointer: a null pointer means SQL's null.
        (bytes + [0]).withUnsafeBufferPointer { buffer in
            let start = UnsafeRawPointer(buffer.baseAddress)
            let values = spans.map { span in
                span.range.flatMap { range in
                    start.map { ($0 + range.lowerBound).assumingMemoryBound(to: CChar.self) }
                }
            }
            let lengths = spans.map { Int32(clamping: $0.range?.count ?? 0) }
            let formats = [Int32](repeating: 1, count: spans.count)
            return body(Int32(clamping: spans.count), values, lengths, formats)
        }
    }
}
