import Foundation

/// Certificates and evidence on Brainpool curves, made with Python's `cryptography` 48 (OpenSSL) and the command line of
/// OpenSSL 3.0. The keys were discarded.
enum BrainpoolChain {
    /// brainpoolP512r1, self-signed with SHA-512.
    static let root = RareSignatures.bytes(
        """
        MIIB3jCCAUKgAwIBAgIUIUE6nOZ6BNxHkg6cEFVRNjVX/ScwCgYIKoZIzj0EAwQwGTEXMBUGA1UEAwwOQnJhaW5wb29sIHJvb3QwIBcNMjYwMTAx
        MDAwMDAwWhgPMjEyNjAxMDEwMDAwMDBaMBkxFzAVBgNVBAMMDkJyYWlucG9vbCByb290MIGbMBQGByqGSM49AgEGCSskAwMCCAEBDQOBggAEGZPM
        AcAGRSxzV3A3XjgLQx7XeOKTGa//6sihqjBoMp5C/YRIeunoRFOIzF6ALFHdROXJFaLq3dvtFR3BCVLkro/CTtJ96SirMCDU8n9QbbcgOsSLdKxU
        p32wv3AOnUYVeVG9VaMhaIzbw8+kNP/umZo8tFrPbYev29NX4kcK2NajIzAhMA4GA1UdDwEB/wQEAwIBBjAPBgNVHRMBAf8EBTADAQH/MAoGCCqG
        SM49BAMEA4GJADCBhQJBAKql93Ctfd/H01wssDHwtMWE6R5DAKExspUuBdVodwpDVAnkUWbC5w51z8lYLoNndNE+m9jtj+nPSoqKPKFbjRECQH7V
        kkpxYsT2Dh7C3fOJmwjrr1Ew3mG/cXdlIGXZF/QpxFVV6TSNFVmcVedwOKX3V5zZhgUhnQq+sY8OFH0WMTw=
        """)

    /// brainpoolP384r1, signed by the root with SHA-512.
    static let authority = RareSignatures.bytes(
        """
        MIIBwTCCASWgAwIBAgIUb8WAGEomLJhcWLPmqUUd5k5FosEwCgYIKoZIzj0EAwQwGTEXMBUGA1UEAwwOQnJhaW5wb29sIHJvb3QwIBcNMjYwMTAx
        MDAwMDAwWhgPMjEyNjAxMDEwMDAwMDBaMB4xHDAaBgNVBAMME0JyYWlucG9vbCBhdXRob3JpdHkwejAUBgcqhkjOPQIBBgkrJAMDAggBAQsDYgAE
        ChTGBZ42hvOYZ2SMptOtBEPRlonjMr8I9qm5XH6eUj2rS7qHOHJKzW4eHKqlmloVHmuOPLdjPRrndlljt3QhcOn1olrjW1G5UN2T7hitTSUA7anW
        Z38Xn+ZfLVPGIbhdoyMwITAOBgNVHQ8BAf8EBAMCAQYwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDBAOBiQAwgYUCQQCoSAo9YQQSgM4M8cTJ
        y0Exd1Rxlngg1vZvv14WPgp6y+YtECrB53tM4fOImKrHyhg+DnYd0ZELdwwN5hegyL52AkASZNAwL0NQBUU/XDLtpGt2G/3VYVjiz+ONTHDWbJrE
        MTxKmyX6n7wq1CZhhdg1vnU+GJA7ZiEqNCwXaV/mZc1N
        """)

    /// brainpoolP256r1, signed by the authority with SHA-384.
    static let leaf = RareSignatures.bytes(
        """
        MIIBazCB86ADAgECAhQydMP/ZI3v++Ry1SNxVV4/MRAztjAKBggqhkjOPQQDAzAeMRwwGgYDVQQDDBNCcmFpbnBvb2wgYXV0aG9yaXR5MCAXDTI2
        MDEwMTAwMDAwMFoYDzIxMjYwMTAxMDAwMDAwWjAYMRYwFAYDVQQDDA1NaXJhIEJlaXNwaWVsMFowFAYHKoZIzj0CAQYJKyQDAwIIAQEHA0IABGEx
        /khAvXAAzIL1QVskm/wm7rX5BOeWXq1KvjgEer/aSqCYXzmd4jKYJq/FTMxHNuvvpoT/2vGyyFTrEx5EdLujEjAQMA4GA1UdDwEB/wQEAwIGwDAK
        BggqhkjOPQQDAwNnADBkAjB4b0olJCT4iBodAK90vkifkCsqc/OD5xU6kdzMldjnPEuxFU1B8C9YEW4wtPGbDIECMGQ6b2f/eHjqCh94v2oturoJ
        NkyxvTnNGhq/ieiJJY7b+oipMUtksPxOz30Eh98nSQ==
        """)

    /// The same with the authority's signature in plain ECDSA (BSI TR-03111), made by hand.
    static let plainLeaf = RareSignatures.bytes(
        """
        MIIBaTCB9aADAgECAhQydMP/ZI3v++Ry1SNxVV4/MRAztjAMBgoEAH8ABwEBBAEEMB4xHDAaBgNVBAMME0JyYWlucG9vbCBhdXRob3JpdHkwIBcN
        MjYwMTAxMDAwMDAwWhgPMjEyNjAxMDEwMDAwMDBaMBgxFjAUBgNVBAMMDU1pcmEgQmVpc3BpZWwwWjAUBgcqhkjOPQIBBgkrJAMDAggBAQcDQgAE
        YTH+SEC9cADMgvVBWySb/CbutfkE55ZerUq+OAR6v9pKoJhfOZ3iMpgmr8VMzEc26++mhP/a8bLIVOsTHkR0u6MSMBAwDgYDVR0PAQH/BAQDAgbA
        MAwGCgQAfwAHAQEEAQQDYQCKb9KUm9LO3yqgWWL6gbU/xq3Sn36XGKAam+JAAYPETeDKFxEibPb0ZXai3EyzocFoTbl2C7wx2leWCbCzQtNFzvok
        HBN3kSQm4H212CpikgIKxDeDiHyr5zJ3csmRHc8=
        """)

    /// P-256, signed by the authority with SHA-256.
    static let revoked = RareSignatures.bytes(
        """
        MIIBazCB8qADAgECAhRIBtMI1thAOjlEQT1q0em1l4ARqTAKBggqhkjOPQQDAjAeMRwwGgYDVQQDDBNCcmFpbnBvb2wgYXV0aG9yaXR5MCAXDTI2
        MDEwMTAwMDAwMFoYDzIxMjYwMTAxMDAwMDAwWjAYMRYwFAYDVQQDDA1OaXN0IEJlaXNwaWVsMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEAgeB
        EZjbFB8j8Zfj08dxfrx9w9O4VTM7JxTMwfQrP2zPe79aT+jxeFwKCwb6gJmAcsGxcqyfAFxnKL7PotHLtqMSMBAwDgYDVR0PAQH/BAQDAgbAMAoG
        CCqGSM49BAMCA2gAMGUCMApbe1p9FOAGaAjxw4LL1iCg54uJdOsDZfiq3IEe6p44G58VACG3iPbYHvgmlcs3JwIxAIgkYYlvZ+wE4wMmS88g7t6k
        6QMVTVn/3sEArv0cnzUUD4rp/bH/OOkWKbkNhoLr1w==
        """)

    /// brainpoolP256r1, for timestamps.
    static let clock = RareSignatures.bytes(
        """
        MIIBhjCCAQ2gAwIBAgIUVwlx0hLSZ1WkEJiJu+5kwRI2KGgwCgYIKoZIzj0EAwMwHjEcMBoGA1UEAwwTQnJhaW5wb29sIGF1dGhvcml0eTAgFw0y
        NjAxMDEwMDAwMDBaGA8yMTI2MDEwMTAwMDAwMFowGjEYMBYGA1UEAwwPQnJhaW5wb29sIGNsb2NrMFowFAYHKoZIzj0CAQYJKyQDAwIIAQEHA0IA
        BGiqldo8xOmFj6plBVZjhuvgKpn66nMdpxfLIYKT0QN5QKysbkFYc4kupknlS/1HcHhAeIdIr2K3yUaitzWgpmCjKjAoMA4GA1UdDwEB/wQEAwIG
        wDAWBgNVHSUBAf8EDDAKBggrBgEFBQcDCDAKBggqhkjOPQQDAwNnADBkAjBDgZnbKN1IXW2fQiFs/1/m//h2gczp/UAQgYakt4CnfhFE/ol2PUFa
        5AtUdiTU0OICMDv9k4Acr4FsYpLfqqToXXPEf7SsYGeglCcQiFtdL/iOJpMp+SARK+1mca34x4t1TQ==
        """)

    /// The authority's list, with the P-256 certificate.
    static let list = RareSignatures.bytes(
        """
        MIHvMHgCAQEwCgYIKoZIzj0EAwMwHjEcMBoGA1UEAwwTQnJhaW5wb29sIGF1dGhvcml0eRcNMjYxMTAxMDAwMDAwWhgPMjEyNjAxMDEwMDAwMDBa
        MCcwJQIUSAbTCNbYQDo5REE9atHptZeAEakXDTI2MDYwMTAwMDAwMFowCgYIKoZIzj0EAwMDZwAwZAIwYLnn4U2Z8S1jV23ORKw9uDbpLDvk4Xg0
        GW3ANS0wLTiULB7bplnaBOhWTySV6BpvAjANq+ueaxASAZl4bVgwwI5YlvfAxeXMom3B+6e+Sf6lm6N5dPCYRMNWGc+92SYA8M0=
        """)

    /// A response about the leaf by a responder on brainpoolP384r1, which it names.
    static let response = RareSignatures.bytes(
        """
        MIIDBgoBAKCCAv8wggL7BgkrBgEFBQcwAQEEggLsMIIC6DCBrKEgMB4xHDAaBgNVBAMME0JyYWlucG9vbCByZXNwb25kZXIYDzIwMjYxMTI3MDM1
        OTA4WjB3MHUwTTAJBgUrDgMCGgUABBS1KRNf9divoVmJes+onPHk4YXnOQQUqeipDCH9e4pt1KMnQCFm0jSNJboCFDJ0w/9kje/75HLVI3FVXj8x
        EDO2gAAYDzIwMjYxMTAxMDAwMDAwWqARGA8yMTI2MDEwMTAwMDAwMFowCgYIKoZIzj0EAwMDZwAwZAIwPRN3OGWWcCMvGPO1urdEAoABp2NJqVjR
        qc5aGxFtJP0r4B2ttdNZKLeF45miVUvSAjBGI1zbPpJjnXV9vh2TmE+7gusnzH7z/RHTKqUxm5ubha7Kg5VFwApFQ4GpI7KLXICgggHAMIIBvDCC
        AbgwggE/oAMCAQICFE+4mo6SCWbXs2iepVRXUxPOnR/2MAoGCCqGSM49BAMDMB4xHDAaBgNVBAMME0JyYWlucG9vbCBhdXRob3JpdHkwIBcNMjYw
        MTAxMDAwMDAwWhgPMjEyNjAxMDEwMDAwMDBaMB4xHDAaBgNVBAMME0JyYWlucG9vbCByZXNwb25kZXIwejAUBgcqhkjOPQIBBgkrJAMDAggBAQsD
        YgAEhZqg1zTAuBqR5YsKU22PvpDt380ezaZYNyv0HA0gYu+a3mNqcjLVGRoILELpl8ZFbv+OUjHUsDlW4CrEEVoniKEQanjfe5mUAZq+/+jVmbQN
        6m7+/yceweR1o1in2RBkozgwNjAOBgNVHQ8BAf8EBAMCBsAwEwYDVR0lBAwwCgYIKwYBBQUHAwkwDwYJKwYBBQUHMAEFBAIFADAKBggqhkjOPQQD
        AwNnADBkAjBd7HMx7ZF0dxkDaZnz364utsiiqUAL5wA875lBUr/13fJ4LdoL+QSQi0LM8CVOmbsCMEEQ6P8NboOrF+kFpqCe6rTaM5UEPcaIIrsg
        NdzQ9zdeXIfkxyt5DKRIuWiaNnXTrQ==
        """)

    /// The same, naming the responder by the hash of its key.
    static let responseByKey = RareSignatures.bytes(
        """
        MIIC/AoBAKCCAvUwggLxBgkrBgEFBQcwAQEEggLiMIIC3jCBoqIWBBRAorSTU3aH8bgxEk11qWVpOec6ARgPMjAyNjExMjcwMzU5MDhaMHcwdTBN
        MAkGBSsOAwIaBQAEFLUpE1/12K+hWYl6z6ic8eThhec5BBSp6KkMIf17im3UoydAIWbSNI0lugIUMnTD/2SN7/vkctUjcVVePzEQM7aAABgPMjAy
        NjExMDEwMDAwMDBaoBEYDzIxMjYwMTAxMDAwMDAwWjAKBggqhkjOPQQDAwNnADBkAjA28FysEfbCMcdCFMQH7lFCDSbn4StcsP2SEyykk/GrLCaX
        zOM/xesGXEVhAvbWu18CMCYpdXvlNyE57JudRLwFtFzePTM/ITWvqXI9gIyoGO2kFSq7KMAnG6rgZwm2MN1n26CCAcAwggG8MIIBuDCCAT+gAwIB
        AgIUT7iajpIJZtezaJ6lVFdTE86dH/YwCgYIKoZIzj0EAwMwHjEcMBoGA1UEAwwTQnJhaW5wb29sIGF1dGhvcml0eTAgFw0yNjAxMDEwMDAwMDBa
        GA8yMTI2MDEwMTAwMDAwMFowHjEcMBoGA1UEAwwTQnJhaW5wb29sIHJlc3BvbmRlcjB6MBQGByqGSM49AgEGCSskAwMCCAEBCwNiAASFmqDXNMC4
        GpHliwpTbY++kO3fzR7Nplg3K/QcDSBi75reY2pyMtUZGggsQumXxkVu/45SMdSwOVbgKsQRWieIoRBqeN97mZQBmr7/6NWZtA3qbv7/Jx7B5HWj
        WKfZEGSjODA2MA4GA1UdDwEB/wQEAwIGwDATBgNVHSUEDDAKBggrBgEFBQcDCTAPBgkrBgEFBQcwAQUEAgUAMAoGCCqGSM49BAMDA2cAMGQCMF3s
        czHtkXR3GQNpmfPfri62yKKpQAvnADzvmUFSv/Xd8ngt2gv5BJCLQszwJU6ZuwIwQRDo/w1ug6sX6QWmoJ7qtNozlQQ9xogiuyA13ND3N15ch+TH
        K3kMpEi5aJo2ddOt
        """)

    /// A timestamp over the text "the signed content", by `openssl ts`.
    static let token = RareSignatures.bytes(
        """
        MIIFAgYJKoZIhvcNAQcCoIIE8zCCBO8CAQMxDzANBglghkgBZQMEAgEFADByBgsqhkiG9w0BCRABBKBjBGEwXwIBAQYDKgMEMDEwDQYJYIZIAWUD
        BAIBBQAEIFb855/liPTyKZe9iH6HbcOmM5oT1xnUjLYrd0L8TQ7ZAgECGA8yMDI2MTEyNzAzNTkwOFowAwIBAQIJAPCxfZHkev8+oIIDFDCCAYYw
        ggENoAMCAQICFFcJcdIS0mdVpBCYibvuZMESNihoMAoGCCqGSM49BAMDMB4xHDAaBgNVBAMME0JyYWlucG9vbCBhdXRob3JpdHkwIBcNMjYwMTAx
        MDAwMDAwWhgPMjEyNjAxMDEwMDAwMDBaMBoxGDAWBgNVBAMMD0JyYWlucG9vbCBjbG9jazBaMBQGByqGSM49AgEGCSskAwMCCAEBBwNCAARoqpXa
        PMTphY+qZQVWY4br4CqZ+upzHacXyyGCk9EDeUCsrG5BWHOJLqZJ5Uv9R3B4QHiHSK9it8lGorc1oKZgoyowKDAOBgNVHQ8BAf8EBAMCBsAwFgYD
        VR0lAQH/BAwwCgYIKwYBBQUHAwgwCgYIKoZIzj0EAwMDZwAwZAIwQ4GZ2yjdSF1tn0IhbP9f5v/4doHM6f1AEIGGpLeAp34RRP6Jdj1BWuQLVHYk
        1NDiAjA7/ZOAHK+BbGKS36qk6F1zxH+0rGBnoJQnEIhbXS/4jiaTKfkgESvtZnGt+MeLdU0wggGGMIIBDaADAgECAhRXCXHSEtJnVaQQmIm77mTB
        EjYoaDAKBggqhkjOPQQDAzAeMRwwGgYDVQQDDBNCcmFpbnBvb2wgYXV0aG9yaXR5MCAXDTI2MDEwMTAwMDAwMFoYDzIxMjYwMTAxMDAwMDAwWjAa
        MRgwFgYDVQQDDA9CcmFpbnBvb2wgY2xvY2swWjAUBgcqhkjOPQIBBgkrJAMDAggBAQcDQgAEaKqV2jzE6YWPqmUFVmOG6+Aqmfrqcx2nF8shgpPR
        A3lArKxuQVhziS6mSeVL/UdweEB4h0ivYrfJRqK3NaCmYKMqMCgwDgYDVR0PAQH/BAQDAgbAMBYGA1UdJQEB/wQMMAoGCCsGAQUFBwMIMAoGCCqG
        SM49BAMDA2cAMGQCMEOBmdso3UhdbZ9CIWz/X+b/+HaBzOn9QBCBhqS3gKd+EUT+iXY9QVrkC1R2JNTQ4gIwO/2TgByvgWxikt+qpOhdc8R/tKxg
        Z6CUJxCIW10v+I4mkyn5IBEr7WZxrfjHi3VNMYIBSzCCAUcCAQEwNjAeMRwwGgYDVQQDDBNCcmFpbnBvb2wgYXV0aG9yaXR5AhRXCXHSEtJnVaQQ
        mIm77mTBEjYoaDANBglghkgBZQMEAgEFAKCBpDAaBgkqhkiG9w0BCQMxDQYLKoZIhvcNAQkQAQQwHAYJKoZIhvcNAQkFMQ8XDTI2MTEyNzAzNTkw
        OFowLwYJKoZIhvcNAQkEMSIEIEJSd5Cb7JXfBmQRIVfDItvj/Wx7juFHm87cfFWkkixzMDcGCyqGSIb3DQEJEAIvMSgwJjAkMCIEIIUT3C025InX
        j3VfvM+dF2/E2es9oioza8HpKWl5mjk9MAoGCCqGSM49BAMCBEgwRgIhAJudbQm27nSC11Kt8dSnTVlrTXs2SIzQegJYjxiH3Fy6AiEAi5gQ6Q0Z
        1fngWARVsJ59JKTxCjAGTkqx5vYcB60rGwM=
        """)
}
