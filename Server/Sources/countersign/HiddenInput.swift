import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Input that is not shown on the screen.
enum HiddenInput {
    /// Returns one line of standard input; `nil` at its end. On a terminal, it prompts for the line and turns echo
    /// off.
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
