/// The members of the API's objects, as its description of February 2022 names them, and some that came later.
///
/// Each tab's member may have another of the same name with `Metadata` behind it; those are left out.
enum APIMembers {
    static let envelopeDefinition = names(
        """
        accessControlListBase64 accessibility allowComments allowMarkup allowReassign allowRecipientRecursion
        allowViewHistory anySigner asynchronous attachments attachmentsUri authoritativeCopy
        authoritativeCopyDefault autoNavigation brandId brandLock burnDefaultTabData certificateUri
        completedDateTime compositeTemplates copyRecipientData createdDateTime customFields customFieldsUri
        declinedDateTime deletedDateTime deliveredDateTime disableResponsiveDocument documentBase64 documents
        documentsCombinedUri documentsUri emailBlurb emailSettings emailSubject enableWetSign
        enforceSignerVisibility envelopeAttachments envelopeCustomMetadata envelopeDocuments envelopeId
        envelopeIdStamping envelopeLocation envelopeMetadata envelopeUri eventNotification eventNotifications
        expireAfter expireDateTime expireEnabled externalEnvelopeId folders hasComments hasFormDataChanged
        hasWavFile holder initialSentDateTime is21CFRPart11 isDynamicEnvelope isSignatureProviderEnvelope
        lastModifiedDateTime location lockInformation messageLock notification notificationUri password powerForm
        purgeCompletedDate purgeRequestDate purgeState recipients recipientsLock recipientsUri recipientViewRequest
        sender sentDateTime signerCanSignOnMobile signingLocation status statusChangedDateTime statusDateTime
        templateId templateRoles templatesUri transactionId useDisclosure voidedDateTime voidedReason workflow
        """)

    static let envelopeTemplate = names(
        """
        accessControlListBase64 allowComments allowMarkup allowReassign allowViewHistory anySigner asynchronous
        attachmentsUri authoritativeCopy authoritativeCopyDefault autoMatch autoMatchSpecifiedByUser autoNavigation
        brandId brandLock burnDefaultTabData certificateUri completedDateTime copyRecipientData created
        createdDateTime customFields customFieldsUri declinedDateTime deletedDateTime deliveredDateTime description
        disableResponsiveDocument documentBase64 documents documentsCombinedUri documentsUri emailBlurb
        emailSettings emailSubject enableWetSign enforceSignerVisibility envelopeAttachments envelopeCustomMetadata
        envelopeDocuments envelopeId envelopeIdStamping envelopeLocation envelopeMetadata envelopeUri expireAfter
        expireDateTime expireEnabled externalEnvelopeId favoritedByMe folderId folderIds folderName folders
        hasComments hasFormDataChanged hasWavFile holder initialSentDateTime is21CFRPart11 isDynamicEnvelope
        isSignatureProviderEnvelope lastModified lastModifiedBy lastModifiedDateTime lastUsed location
        lockInformation messageLock name newPassword notification notifications notificationUri owner pageCount
        password passwordProtected powerForm powerForms purgeCompletedDate purgeRequestDate purgeState recipients
        recipientsLock recipientsUri sender sentDateTime shared signerCanSignOnMobile signingLocation status
        statusChangedDateTime statusDateTime templateId templatesUri transactionId uri useDisclosure voidedDateTime
        voidedReason workflow
        """)

    static let document = names(
        """
        applyAnchorTabs assignTabsToRecipientId display documentBase64 documentFields documentId
        encryptedWithKeyManager fileExtension fileFormatHint htmlDefinition includeInDownload matchBoxes name order
        pages password pdfFormFieldOption remoteUrl signerMustAcknowledge signerMustAcknowledgeUseAccountDefault
        tabs templateLocked templateRequired transformPdfFields uri
        """)

    static let recipients = names(
        """
        agents carbonCopies certifiedDeliveries currentRoutingOrder editors errorDetails inPersonSigners
        intermediaries notaries notaryWitnesses participants recipientCount seals signers witnesses
        """)

    static let signer = names(
        """
        accessCode addAccessCodeToEmail additionalNotifications agentCanEditEmail agentCanEditName
        allowSystemOverrideForLockedRecipient autoNavigation autoRespondedReason bulkRecipientsUri canSignOffline
        clientUserId completedCount consentDetailsList creationReason customFields declinedDateTime declinedReason
        defaultRecipient delegatedBy delegatedTo deliveredDateTime deliveryMethod designatorId designatorIdGuid
        documentVisibility email emailNotification emailRecipientPostSigningURL embeddedRecipientStartURL
        errorDetails excludedDocuments faxNumber firstName fullName idCheckConfigurationName idCheckInformationInput
        identityVerification inheritEmailNotificationConfiguration isBulkRecipient lastName
        lockedRecipientPhoneAuthEditable lockedRecipientSmsEditable name notaryId notarySignerEmailSent note
        phoneAuthentication phoneNumber proofFile recipientAttachments recipientAuthenticationStatus recipientId
        recipientIdGuid recipientSignatureProviders recipientSuppliesTabs recipientType requireIdLookup
        requireSignerCertificate requireSignOnPaper requireUploadSignature roleName routingOrder sentDateTime
        signatureInfo signedDateTime signInEachLocation signingGroupId signingGroupName signingGroupUsers
        smsAuthentication socialAuthentications status statusCode suppressEmails tabs templateLocked
        templateRequired totalTabCount userId
        """)

    static let inPersonSigner = names(
        """
        accessCode addAccessCodeToEmail allowSystemOverrideForLockedRecipient autoNavigation autoRespondedReason
        canSignOffline clientUserId completedCount consentDetailsList creationReason customFields declinedDateTime
        declinedReason defaultRecipient deliveredDateTime deliveryMethod designatorId designatorIdGuid
        documentVisibility email emailNotification embeddedRecipientStartURL errorDetails excludedDocuments
        faxNumber hostEmail hostName idCheckConfigurationName idCheckInformationInput identityVerification
        inheritEmailNotificationConfiguration inPersonSigningType lockedRecipientPhoneAuthEditable
        lockedRecipientSmsEditable name notaryHost notaryId note phoneAuthentication recipientAttachments
        recipientAuthenticationStatus recipientId recipientIdGuid recipientSignatureProviders recipientSuppliesTabs
        recipientType requireIdLookup requireSignerCertificate requireSignOnPaper requireUploadSignature roleName
        routingOrder sentDateTime signatureInfo signedDateTime signerEmail signerFirstName signerLastName signerName
        signInEachLocation signingGroupId signingGroupName signingGroupUsers smsAuthentication socialAuthentications
        status statusCode suppressEmails tabs templateLocked templateRequired totalTabCount userId
        """)

    static let carbonCopy = names(
        """
        accessCode addAccessCodeToEmail additionalNotifications agentCanEditEmail agentCanEditName
        allowSystemOverrideForLockedRecipient autoRespondedReason clientUserId completedCount customFields
        declinedDateTime declinedReason deliveredDateTime deliveryMethod designatorId designatorIdGuid
        documentVisibility email emailNotification emailRecipientPostSigningURL embeddedRecipientStartURL
        errorDetails excludedDocuments faxNumber firstName fullName idCheckConfigurationName idCheckInformationInput
        identityVerification inheritEmailNotificationConfiguration lastName linkedAccountConfigurationId
        lockedRecipientPhoneAuthEditable lockedRecipientSmsEditable name note phoneAuthentication phoneNumber
        proofFile recipientAttachments recipientAuthenticationStatus recipientId recipientIdGuid recipientType
        requireIdLookup roleName routingOrder sentDateTime signedDateTime signingGroupId signingGroupName
        signingGroupUsers smsAuthentication socialAuthentications status statusCode suppressEmails tabs
        templateLocked templateRequired totalTabCount userId
        """)

    static let tabs = names(
        """
        approveTabs checkboxTabs commentThreadTabs commissionCountyTabs commissionExpirationTabs
        commissionNumberTabs commissionStateTabs companyTabs currencyTabs dateSignedTabs dateTabs declineTabs
        drawTabs emailAddressTabs emailTabs envelopeIdTabs firstNameTabs formulaTabs fullNameTabs initialHereTabs
        lastNameTabs listTabs notarizeTabs notarySealTabs noteTabs numberTabs phoneNumberTabs polyLineOverlayTabs
        prefillTabs radioGroupTabs signerAttachmentTabs signHereTabs smartSectionTabs ssnTabs tabGroups textTabs
        titleTabs viewTabs zipTabs
        """)

    static let tab = names(
        """
        anchorAllowWhiteSpaceInCharacters anchorCaseSensitive anchorHorizontalAlignment anchorIgnoreIfNotPresent
        anchorMatchWholeWord anchorString anchorTabProcessorVersion anchorUnits anchorXOffset anchorYOffset bold
        caption concealValueOnDocument conditionalParentLabel conditionalParentValue customTabId disableAutoSize
        documentId errorDetails font fontColor fontSize formOrder formPageLabel formPageNumber formula
        handDrawRequired height isPaymentAmount isSealSignTab italic listItems listSelectedValue localePolicy locked
        maxLength mergeField mergeFieldXml name optional originalValue pageNumber recipientId recipientIdGuid
        requireAll required requireInitialOnSharedChange scaleValue selected selectedOriginal senderRequired shared
        shareToRecipients smartContractInformation source stamp stampType status tabGroupLabels tabId tabLabel
        tabOrder tabType templateLocked templateRequired tooltip underline validationMessage validationPattern
        validationType value width xPosition yPosition
        """)

    static let radioGroup = names(
        """
        conditionalParentLabel conditionalParentValue documentId groupName originalValue radios recipientId
        recipientIdGuid requireAll requireInitialOnSharedChange shared shareToRecipients tabType templateLocked
        templateRequired tooltip value
        """)

    static let radio = names(
        """
        anchorAllowWhiteSpaceInCharacters anchorCaseSensitive anchorHorizontalAlignment anchorIgnoreIfNotPresent
        anchorMatchWholeWord anchorString anchorTabProcessorVersion anchorUnits anchorXOffset anchorYOffset bold
        caption errorDetails font fontColor fontSize italic locked pageNumber required selected status tabId
        tabOrder underline value xPosition yPosition
        """)

    static let tabGroup = names(
        """
        anchorAllowWhiteSpaceInCharacters anchorCaseSensitive anchorHorizontalAlignment anchorIgnoreIfNotPresent
        anchorMatchWholeWord anchorString anchorTabProcessorVersion anchorUnits anchorXOffset anchorYOffset
        conditionalParentLabel conditionalParentValue customTabId documentId errorDetails formOrder formPageLabel
        formPageNumber groupLabel groupRule height maximumAllowed mergeField mergeFieldXml minimumRequired
        pageNumber recipientId recipientIdGuid smartContractInformation source status tabGroupLabels tabId tabOrder
        tabScope tabType templateLocked templateRequired tooltip validationMessage width xPosition yPosition
        """)

    static let listItem = names(
        """
        selected text value
        """)

    static let customFields = names(
        """
        listCustomFields textCustomFields
        """)

    static let customField = names(
        """
        configurationType errorDetails fieldId listItems name required show value
        """)

    static let notification = names(
        """
        expirations reminders useAccountDefaults
        """)

    static let templateRole = names(
        """
        accessCode additionalNotifications clientUserId defaultRecipient email emailNotification
        embeddedRecipientStartURL inPersonSignerName name phoneNumber recipientSignatureProviders roleName
        routingOrder signingGroupId tabs
        """)

    static let recipientViewRequest = names(
        """
        assertionId authenticationInstant authenticationMethod clientURLs clientUserId displayFormat email
        frameAncestors messageOrigins pingFrequency pingUrl recipientId returnUrl securityDomain userId userName
        xFrameOptions xFrameOptionsAllowFromUrl
        """)

    static let foldersRequest = names(
        """
        envelopeIds folders fromFolderId
        """)

    static func names(_ text: String) -> [String] {
        text.split { $0 == " " || $0 == "\n" }.map(String.init)
    }
}
