/// Describes the Keychain's status codes, with advice on those that an app may meet.
package enum KeychainAnswer {
    /// - Parameter status: an `OSStatus` other than success
    package static func reason(_ status: Int32) -> String {
        switch status {
        // errSecMissingEntitlement
        case -34018:
            "the Keychain refuses a program without an entitlement for it (\(status)). Sign the program with an "
                + "application identifier or a keychain access group, or pass another store, such as "
                + "FileCredentialStore, to CountersignConfiguration"
        // errSecInteractionNotAllowed
        case -25308:
            "the Keychain is locked until the device is unlocked for the first time after a start (\(status)). Try again "
                + "then"
        // errSecNoAccessForItem
        case -25243:
            "the Keychain has it in an access group that this program does not belong to (\(status)). Add the group to "
                + "the program’s entitlement keychain-access-groups"
        default: "the Keychain answered \(status)"
        }
    }
}
