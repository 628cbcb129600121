extension AuthorizationStore {
    /// Secrets, codes, and tokens are stored as SHA-256 hashes. The access tokens issued for codes and refresh tokens
    /// are in the token table.
    static let tables = """
        CREATE TABLE application (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            secret BLOB,
            redirectURIs TEXT NOT NULL,
            createdAt INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE appAuthorization (
            id TEXT PRIMARY KEY NOT NULL,
            applicationID TEXT NOT NULL REFERENCES application(id),
            userID TEXT NOT NULL REFERENCES accountUser(id),
            scope TEXT NOT NULL,
            redirectURI TEXT NOT NULL,
            challenge TEXT,
            code BLOB NOT NULL UNIQUE,
            createdAt INTEGER NOT NULL,
            codeExpiresAt INTEGER NOT NULL,
            codeUsedAt INTEGER,
            revokedAt INTEGER
        ) STRICT;
        CREATE INDEX appAuthorizationByUser ON appAuthorization(userID);
        CREATE INDEX appAuthorizationByCodeEnd ON appAuthorization(codeExpiresAt) WHERE codeUsedAt IS NULL;
        CREATE TABLE refreshToken (
            hash BLOB PRIMARY KEY NOT NULL,
            authorizationID TEXT NOT NULL REFERENCES appAuthorization(id),
            createdAt INTEGER NOT NULL,
            expiresAt INTEGER NOT NULL,
            usedAt INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX refreshTokenByAuthorization ON refreshToken(authorizationID);
        CREATE INDEX refreshTokenByEnd ON refreshToken(expiresAt);

        """
}
