import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A line that nobody looking over a shoulder can read.
enum HiddenInput {
    /// One line of standard input; on a terminal it is asked for, and what is typed is not shown. Nil at its end.
    static func line(prompt: String) -> String? {
        guard isatty(STDIN_FILENO) == 1 else { return readLine() }
        FileHandle.standardError.write(Data(prompt.utf8))
        var shown = termios()
        guard tcgetattr(STDIN_FILENO, &shown) == 0 else { return readLine() }
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
            FileHandle.standardError.write(Data("\n".utf8))
        }
        return readLine()
    }
}
