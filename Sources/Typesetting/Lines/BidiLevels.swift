#if canImport(CFriBidi)
    import CFriBidi

    /// The direction of each part of a line (Unicode Standard Annex #9), computed by FriBidi.
    struct BidiLevels {
        /// The level of each code point; odd levels run from right to left.
        let levels: [Int]
        /// The line's own level.
        let base: Int

        init(_ scalars: [UInt32], _ wanted: TextDirection) {
            let count = Int32(scalars.count)
            var types = [FriBidiCharType](repeating: FriBidiCharType(rawValue: 0), count: scalars.count)
            var brackets = [FriBidiBracketType](repeating: 0, count: scalars.count)
            var levels = [FriBidiLevel](repeating: 0, count: scalars.count)
            var direction =
                switch wanted {
                case .automatic: countersign_paragraph_by_first_strong
                case .leftToRight: countersign_paragraph_left_to_right
                case .rightToLeft: countersign_paragraph_right_to_left
                }
            fribidi_get_bidi_types(scalars, count, &types)
            fribidi_get_bracket_types(scalars, count, types, &brackets)
            let highest = fribidi_get_par_embedding_levels_ex(types, brackets, count, &direction, &levels)
            // Zero means that FriBidi ran out of memory: the text then stays in logical order.
            self.levels = highest > 0 ? levels.map { Int(max(0, $0)) } : levels.map { _ in 0 }
            base = highest > 0 ? Int(direction.rawValue & 1) : 0
        }

        /// Returns the order of runs with these levels from left to right (rule L2).
        static func visualOrder(of levels: [Int]) -> [Int] {
            var order = Array(levels.indices)
            guard let highest = levels.max(), let lowestOdd = levels.filter({ $0 % 2 == 1 }).min() else { return order }
            for level in stride(from: highest, through: lowestOdd, by: -1) {
                var start = 0
                while start < order.count {
                    guard levels[order[start]] >= level else {
                        start += 1
                        continue
                    }
                    var end = start
                    while end < order.count, levels[order[end]] >= level { end += 1 }
                    order[start..<end].reverse()
                    start = end
                }
            }
            return order
        }
    }
#endif
