import ClientSupport
import Foundation

extension SigningPage {
    /// Whether a frame may ask the person for the camera: the page itself, and the signing page that it embeds.
    ///
    /// - Parameter origin: the frame's origin, as an address
    package func mayUseCamera(isMainFrame: Bool, origin: URL?) -> Bool {
        guard allowsCamera else { return false }
        if isMainFrame { return true }
        guard case .embedded(let page) = source, let origin, let frame = WebOrigin(origin) else { return false }
        return frame == WebOrigin(page.signingURL)
    }

    /// Tells pages that the picker must not offer the camera, before their own scripts run. Without an entry that says what
    /// the app needs the camera for, iOS ends an app whose picker opens it.
    package static let cameraRefusal = "document.documentElement.dataset.camera = \"none\";"
}
