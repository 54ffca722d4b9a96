#if !EMBEDDED_TEXT
    import EntitlementsDatabase

    enum EmbeddedText {
        static let files = PackageText.files(in: "sql")
    }
#endif
