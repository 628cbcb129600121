import ArgumentParser
import DocumentConversion
import SigningService

/// The limits of `serve` on files that become PDFs.
struct ConversionOptions: ParsableArguments {
    private static let usual = ConversionLimits()

    @Option(help: ArgumentHelp("The time limit for turning a file into a PDF.", valueName: "seconds"))
    var conversionTime = usual.seconds

    @Option(help: ArgumentHelp("The maximum memory of a program that turns a file into a PDF.", valueName: "MB"))
    var conversionMemory = usual.addressSpace >> 20

    @Option(help: ArgumentHelp("The maximum size of what such a program writes.", valueName: "MB"))
    var conversionSize = usual.writtenBytes >> 20

    @Option(help: ArgumentHelp("The maximum number of files that become PDFs at once.", valueName: "number"))
    var conversionsAtOnce = usual.atOnce

    @Option(help: ArgumentHelp("The maximum number of further files of one account that wait.", valueName: "number"))
    var waitingConversions = usual.line

    func validate() throws {
        try check("conversion-time", conversionTime, 1...3600, .seconds)
        try check("conversion-memory", conversionMemory, 256...65_536, .megabytes)
        try check("conversion-size", conversionSize, 1...4096, .megabytes)
        try check("conversions-at-once", conversionsAtOnce, 1...64)
        try check("waiting-conversions", waitingConversions, 0...10_000)
    }

    /// - Parameter fontFolders: folders with fonts besides the system's
    func apply(to configuration: inout ServiceConfiguration, fontFolders: [String]) {
        var limits = ConversionLimits()
        limits.seconds = conversionTime
        limits.addressSpace = conversionMemory << 20
        limits.writtenBytes = conversionSize << 20
        limits.atOnce = conversionsAtOnce
        limits.line = waitingConversions
        configuration.envelopes.converter = DocumentConverter(limits: limits, fontFolders: fontFolders)
    }
}
