#if canImport(SwiftUI)
    import Countersign
    import CountersignUI
    import Foundation
    import SwiftUI
    import UniformTypeIdentifiers

    /// The home screen on Apple's systems.
    struct HomeScreen: View {
        @State private var form = DemoForm()
        @State private var said = ""
        @State private var isPicking = false
        @State private var isBusy = false
        @State private var presenter = SheetSigningPresenter()

        var body: some View {
            VStack(spacing: 16) {
                TextField("Service", text: $form.server)
                TextField("API key", text: $form.apiKey)
                Picker("Document", selection: $form.source) {
                    Text("File").tag(DemoForm.Source.file)
                    Text("URL").tag(DemoForm.Source.address)
                }
                if form.source == .file {
                    Button(form.file?.lastPathComponent ?? "Choose a file") { isPicking = true }
                } else {
                    TextField("URL", text: $form.address)
                }
                Button("Create and sign") { Task { await sign() } }.disabled(isBusy)
                Text(said)
            }
            .padding()
            .fileImporter(isPresented: $isPicking, allowedContentTypes: [.pdf]) { picked in
                if case .success(let file) = picked { form.file = file }
            }
            .signingSheet(presenter)
        }

        private func sign() async {
            isBusy = true
            said = "Creating the document …"
            said = await form.sign(with: presenter)
            isBusy = false
        }
    }
#endif
