# Sourced by the install scripts: every Debian package the project uses, and what for.
# shellcheck disable=SC2034

packages_to_build() {
    # Swift's own tools: they link with these, and fetch packages with git.
    need ca-certificates "certificates that git checks package hosts with"
    need git "fetches the Swift packages"
    need binutils "assembles and links for Swift"
    need libc6-dev "C headers that Swift compiles against"
    need libstdc++-12-dev "C++ headers that Swift compiles against"
    need libcurl4 "Swift's package manager is linked to it"
    need libxml2 "Swift's tools are linked to it"
    need libncurses6 "Swift's tools are linked to it"
    need tzdata "time zones that Swift's Foundation reads"
    # The project's own libraries.
    need pkg-config "tells Swift where C libraries are"
    need libsqlite3-dev "SQLite, the service's store"
    need zlib1g-dev "zlib, for compressed PDF streams"
    need libharfbuzz-dev "HarfBuzz, turns a typed signature into outlines"
}

packages_to_run() {
    need poppler-utils "pdftoppm and pdftotext draw and read a document's pages; pdfsig checks signatures"
    need util-linux "prlimit keeps those programs within their limits"
    need fonts-dancingscript "Dancing Script, a handwriting for typed signatures"
    need fonts-kristi "Kristi, a handwriting for typed signatures"
    need fonts-kaushanscript "Kaushan Script, a handwriting for typed signatures"
    need fonts-dejavu-core "DejaVu Sans, for characters that the standard PDF fonts lack"
}

packages_to_test() {
    need python3 "runs the tests with other people's tools"
    need python3-venv "keeps their Python packages in .venv"
    need qpdf "checks the structure of the PDFs written"
    need libpodofo-utils "podofosign, another signer"
    need libnss3-tools "certutil tells pdfsig which authority to trust"
    need chromium "the browser that the ceremony is tested in"
}
