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
    need libharfbuzz-dev "HarfBuzz, sets text of every script and takes the glyphs used out of a font"
    need libfribidi-dev "FriBidi, the order of text that runs from right to left"
    need libfontconfig-dev "fontconfig, finds a font that has a character"
    need libcurl4-openssl-dev "libcurl, hands mail to mail servers and asks other servers"
    need libqrencode-dev "libqrencode, draws the code by which a visit goes on, on a phone"
    need libpq-dev "libpq, speaks to PostgreSQL, which services on several machines share"
    need libp11-kit-dev "the declarations of PKCS#11, for keys on tokens"
}

packages_to_run() {
    need poppler-utils "pdftoppm and pdftotext draw and read a document's pages; pdfsig checks signatures"
    # Without it, such photographs are refused.
    need libheif-examples "heif-convert reads photographs as phones keep them (HEIC)"
    need p11-kit-modules "p11-kit's proxy, which finds the modules of PKCS#11 tokens"
    need util-linux "prlimit keeps those programs within their limits"
    need fonts-dancingscript "Dancing Script, a handwriting for typed signatures"
    need fonts-kristi "Kristi, a handwriting for typed signatures"
    need fonts-kaushanscript "Kaushan Script, a handwriting for typed signatures"
    # Hands for names in other scripts; Arabic's is in fonts-noto-core. Without them, such names are set in print.
    need culmus-fancy "Dorian, a Hebrew hand for typed signatures"
    need fonts-kouzan-mouhitsu "Kouzan Gyosho, a Japanese hand for typed signatures"
    need fonts-arphic-ukai "UKai, a Chinese hand for typed signatures"
    need fonts-nanum-extra "Nanum Pen, a Korean hand for typed signatures"
    # Names are set in these where the standard PDF fonts do not do. Noto CJK is large (55 MB to fetch), but it is the one
    # package with the rarer characters of names (髙, 﨑, 𠮷) and with Japanese, Chinese and Korean forms of the same ones;
    # any other font that fontconfig knows serves as well.
    need fonts-noto-core "Noto Sans: Latin, Greek, Cyrillic, Arabic, Hebrew, Thai, Devanagari and many more scripts"
    need fonts-noto-cjk "Noto Sans CJK: Han, kana and hangul"
    need fonts-liberation2 "Liberation: as wide as Helvetica, Times and Courier, where a picture of a page needs them"
}

# Large, and not needed by the demo. Without them, only PDFs, PNG and JPEG files become documents.
packages_to_convert() {
    need libreoffice-writer-nogui "LibreOffice makes PDFs of text, HTML, RTF, DOCX, DOC and ODT"
    need libreoffice-calc-nogui "the same of XLSX, XLS and ODS"
    need libreoffice-impress-nogui "the same of PPTX, PPT and ODP"
    need imagemagick "ImageMagick reads GIF, TIFF and WebP"
    need bubblewrap "keeps these two apart from the service's files and from networks"
}

packages_to_test() {
    need python3 "runs the tests with other people's tools"
    need python3-venv "keeps their Python packages in .venv"
    need curl "runs the commands of the README"
    need postgresql "a database for the tests of what speaks to it"
    need qpdf "checks the structure of the PDFs written"
    need libpodofo-utils "podofosign, another signer"
    need libnss3-tools "certutil tells pdfsig which authority to trust"
    need softhsm2 "a PKCS#11 token in software"
    need opensc "pkcs11-tool writes certificates to it"
    need libsecret-1-0 "the library that keeps secrets with a desktop"
    need gnome-keyring "a Secret Service to keep them"
    need dbus-daemon "the bus that it is asked through"
    need chromium-headless-shell "the browser that the pages are tested in, without its windows: takes three fifths of the time"
    need chromium "the same as people have it, for what depends on their settings"
    need node-typescript "tsc checks the types of the pages' scripts"
    need nodejs "runs the tests of these scripts"
    # Not needed by the service: CountersignUI is a library for apps.
    need libwebkit2gtk-4.1-dev "WebKitGTK, in whose web view CountersignUI shows signing pages on Linux"
    need xvfb "a display in memory, for the windows of the tests"
}
