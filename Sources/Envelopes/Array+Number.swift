extension Array {
    /// The element with a number, counted from 1; `nil` if there is none, whatever the number is.
    package subscript(number number: Int) -> Element? {
        number >= 1 && number <= count ? self[number - 1] : nil
    }
}
