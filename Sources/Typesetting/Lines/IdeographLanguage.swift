#if canImport(CFontconfig)
    import CFontconfig

    /// Determines the language of a text's ideographs. The same code points look different in Japanese, Chinese and
    /// Korean print (Unicode Standard §18.1, Han unification).
    enum IdeographLanguage {
        /// fontconfig's lists of everyday characters. Its Korean list has only hangul, and Korean ideographs are the
        /// traditional ones.
        private static let orthographies = ["ja": "ja", "zh-Hans": "zh-cn", "zh-Hant": "zh-tw", "ko": "zh-tw"]

        /// - Parameter order: BCP 47 tags; if the text has no kana, hangul or bopomofo, the first tag whose everyday
        ///   characters include all of the text's ideographs is taken
        static func tag(for scalars: [UInt32], order: [String]) -> String {
            for scalar in scalars {
                switch scalar {
                case 0x3041...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9D: return "ja"
                case 0x1100...0x11FF, 0x3131...0x318E, 0xAC00...0xD7A3: return "ko"
                case 0x3105...0x312F, 0x31A0...0x31BF: return "zh-Hant"
                default: break
                }
            }
            let ideographs = scalars.filter { (0x3400...0x9FFF).contains($0) }
            let fitting = order.first { tag in
                guard let name = orthographies[tag] else { return false }
                let characters = name.withCString { text in
                    FcLangGetCharSet(UnsafeRawPointer(text).assumingMemoryBound(to: FcChar8.self))
                }
                return ideographs.allSatisfy { FcCharSetHasChar(characters, $0) != 0 }
            }
            return fitting ?? order.first ?? "ja"
        }
    }
#endif
