extension AuthorizationStore {
    /// Secrets, codes and tokens are SHA-256 hashes; passwords what scrypt made of them. An access token without an
    /// end is one of `countersign account create`.
    static let tables = """
        CREATE TABLE password (
            userID TEXT PRIMARY KEY NOT NULL REFERENCES user(id),
            email TEXT NOT NULL UNIQUE,
            salt BLOB NOT NULL,
            hash BLOB NOT NULL,
            rounds INTEGER NOT NULL,
            blockSize INTEGER NOT NULL,
            parallelism INTEGER NOT NULL,
            changedAt INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE application (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            secret BLOB,
            redirectURIs TEXT NOT NULL,
            createdAt INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE authorization (
            id TEXT PRIMARY KEY NOT NULL,
            applicationID TEXT NOT NULL REFERENCES application(id),
            userID TEXT NOT NULL REFERENCES user(id),
            scope TEXT NOT NULL,
            redirectURI TEXT NOT NULL,
            challenge TEXT,
            code BLOB NOT NULL UNIQUE,
            createdAt INTEGER NOT NULL,
            codeExpiresAt INTEGER NOT NULL,
            codeUsedAt INTEGER,
            revokedAt INTEGER
        ) STRICT;
        CREATE TABLE refreshToken (
            hash BLOB PRIMARY KEY NOT NULL,
            authorizationID TEXT NOT NULL REFERENCES authorization(id),
            createdAt INTEGER NOT NULL,
            expiresAt INTEGER NOT NULL,
            usedAt INTEGER
        ) STRICT, WITHOUT ROWID;
        ALTER TABLE token ADD COLUMN expiresAt INTEGER;
        ALTER TABLE token ADD COLUMN authorizationID TEXT REFERENCES authorization(id);
        CREATE INDEX tokenByAuthorization ON token(authorizationID) WHERE authorizationID IS NOT NULL;
        """
}
