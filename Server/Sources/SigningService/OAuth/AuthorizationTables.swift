extension AuthorizationStore {
    /// Secrets, codes, and tokens are stored as SHA-256 hashes. The access tokens issued for codes and refresh tokens
    /// are in the token table.
    static let tables = """
        CREATE TABLE application (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            secret BYTES,
            redirectURIs TEXT NOT NULL,
            createdAt BIGINT NOT NULL
        );
        CREATE TABLE appAuthorization (
            id TEXT PRIMARY KEY NOT NULL,
            applicationID TEXT NOT NULL REFERENCES application(id),
            userID TEXT NOT NULL REFERENCES accountUser(id),
            scope TEXT NOT NULL,
            redirectURI TEXT NOT NULL,
            challenge TEXT,
            code BYTES NOT NULL UNIQUE,
            createdAt BIGINT NOT NULL,
            codeExpiresAt BIGINT NOT NULL,
            codeUsedAt BIGINT,
            revokedAt BIGINT
        );
        CREATE INDEX appAuthorizationByUser ON appAuthorization(userID);
        CREATE INDEX appAuthorizationByCodeEnd ON appAuthorization(codeExpiresAt) WHERE codeUsedAt IS NULL;
        CREATE TABLE refreshToken (
            hash BYTES PRIMARY KEY NOT NULL,
            authorizationID TEXT NOT NULL REFERENCES appAuthorization(id),
            createdAt BIGINT NOT NULL,
            expiresAt BIGINT NOT NULL,
            usedAt BIGINT
        ) BY KEY;
        CREATE INDEX refreshTokenByAuthorization ON refreshToken(authorizationID);
        CREATE INDEX refreshTokenByEnd ON refreshToken(expiresAt);

        """

    /// The public keys of applications, and the users who let an application act for them on its own. A consent is an
    /// authorization whose code nobody has; the access tokens of assertions refer to it.
    static let keyTables = """
        CREATE TABLE applicationKey (
            applicationID TEXT NOT NULL REFERENCES application(id),
            id TEXT NOT NULL,
            publicKey BYTES NOT NULL,
            createdAt BIGINT NOT NULL,
            PRIMARY KEY (applicationID, id)
        ) BY KEY;
        CREATE TABLE applicationConsent (
            applicationID TEXT NOT NULL REFERENCES application(id),
            userID TEXT NOT NULL REFERENCES accountUser(id),
            authorizationID TEXT NOT NULL REFERENCES appAuthorization(id),
            createdAt BIGINT NOT NULL,
            PRIMARY KEY (applicationID, userID)
        ) BY KEY;
        CREATE INDEX applicationConsentByUser ON applicationConsent(userID);
        CREATE INDEX applicationConsentByAuthorization ON applicationConsent(authorizationID);
        CREATE INDEX appAuthorizationByApplication ON appAuthorization(applicationID);

        """
}
