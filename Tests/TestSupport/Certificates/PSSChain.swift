/// A chain in which every certificate is signed with RSASSA-PSS, made with the command line of OpenSSL 3.0.19.
///
/// The keys of the root (RSA) and the intermediate (RSA-PSS: for that padding only) were discarded. The root signed
/// itself with SHA-256 and a salt of 32 bytes. It signed the intermediate with SHA-512 and the longest salt; the
/// intermediate's serial number is -77. The intermediate signed the leaf with SHA-384 and a salt of 48 bytes; the
/// leaf's serial number begins with the byte F0.
enum PSSChain {
    /// `openssl req -x509 -sha256 -sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:32`
    static let root = """
        -----BEGIN CERTIFICATE-----
        MIIDYDCCAhSgAwIBAgIUQJux3T4HDdrYp+3+4qkEPl8t8iUwQQYJKoZIhvcNAQEK
        MDSgDzANBglghkgBZQMEAgEFAKEcMBoGCSqGSIb3DQEBCDANBglghkgBZQMEAgEF
        AKIDAgEgMBMxETAPBgNVBAMMCFBTUyByb290MCAXDTI2MTEyMjIyMTAwM1oYDzIx
        MjYxMDI5MjIxMDAzWjATMREwDwYDVQQDDAhQU1Mgcm9vdDCCASIwDQYJKoZIhvcN
        AQEBBQADggEPADCCAQoCggEBAPuOmRBrPEP8dSDx7JKXhXwHBCBzJY4oVnlpLFY+
        xmlnbzhgu3WuzyWlRsKdby0pyKM9gUNlsCG6poJon5a7OAGeEGfVPDLd8fIVWsJk
        1Hef3ueO4DI2VGDA43P48CeFo0J5VAlk4dLPQrUu/rj8/QbAfYUJQJTQw0mBYyH6
        X5010dEppZXzb8YNBxhRoyqHJi7Jt5/TiXOLqRdm5Yr0tsMk1uYcNpcmi8xwjOS3
        9Jrmubo2uFzBcelQZbpFPC+g70pY4oS/WnzHmLKIkj7hG2V828zDlZ6W3F2RH58W
        P1Cxra9moBz+19JckT/8DIdajjiIE3c8Ir7lNJxhs5kNoDMCAwEAAaNCMEAwDwYD
        VR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAQYwHQYDVR0OBBYEFKi5jT+9ylxD
        l6FWBOE8VPICh8z7MEEGCSqGSIb3DQEBCjA0oA8wDQYJYIZIAWUDBAIBBQChHDAa
        BgkqhkiG9w0BAQgwDQYJYIZIAWUDBAIBBQCiAwIBIAOCAQEAUSBosYjN39cbJxfQ
        Wk8Wd33VCyLByxBk/ZHDL6sNTjfUHEVfEWZzo1kLCdyJHFK5beUO/wfIGiAA+mK+
        SDbaLIuzm/Md5BEPEwdru2Yryu/lquMFE+YAlxcTEUrwgQrlqeSO4wPiQV1zpYYF
        1HLII3X4OEAYxL3DbHqZxoMZCKNReU6XxkXn7FlTcuGJGTydBFDkp4e9N6rfZc5p
        Lte2ck8z7JY0FDpatAn+9wZIQUa6M3xKg3C7qaOJ+DqWp/q5uqyS4+0NiMDon3aU
        W3BwSH72SSYWzXvvn+EyxvgIbbLSEI4mHRp1ubCXpmMrKKoxBZf/EpWGdW9nilSn
        9angxA==
        -----END CERTIFICATE-----
        """

    /// `openssl x509 -req -sha512 -sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:max -set_serial -77`
    static let intermediate = """
        -----BEGIN CERTIFICATE-----
        MIIDdjCCAimgAwIBAgIBszBCBgkqhkiG9w0BAQowNaAPMA0GCWCGSAFlAwQCAwUA
        oRwwGgYJKoZIhvcNAQEIMA0GCWCGSAFlAwQCAwUAogQCAgC+MBMxETAPBgNVBAMM
        CFBTUyByb290MCAXDTI2MTEyMjIyMTAwM1oYDzIxMjYxMDI5MjIxMDAzWjAbMRkw
        FwYDVQQDDBBQU1MgaW50ZXJtZWRpYXRlMIIBIDALBgkqhkiG9w0BAQoDggEPADCC
        AQoCggEBAKAeAq73yHJPhrhZhNmiNPaDRXBuRF/xvrLiPMvPDZK41NFF4orRUJa/
        yXUUxTEsb+TvBds192MbKv7DqRfu7WVN3G6ulM8tttUm4Ejan53wxt05GFhRmG6h
        Nqta/te5lHmHidEyaOGrJQPQSYopkUQyPgdcwJzs7bvhzhlQ5MOWNzfbSkk6Mmqr
        vp1emKTQsRCqpt2SAekscjpxgY2l1s7fmH3xCK/d4yAPAx/M3za3gZpYTMKsgusY
        52cP5/VFh21nJEY9m3TtEmy7fi3C/qo+yVziqltrQs2JKGC1lF1KUs4h3pbQDwa1
        YwI/UVmbfEgbxfVEU6Um3+BVKBcH3y8CAwEAAaNjMGEwDwYDVR0TAQH/BAUwAwEB
        /zAOBgNVHQ8BAf8EBAMCAQYwHQYDVR0OBBYEFPVuMa9Rps1kGHvdtcx5VLqxVwNt
        MB8GA1UdIwQYMBaAFKi5jT+9ylxDl6FWBOE8VPICh8z7MEIGCSqGSIb3DQEBCjA1
        oA8wDQYJYIZIAWUDBAIDBQChHDAaBgkqhkiG9w0BAQgwDQYJYIZIAWUDBAIDBQCi
        BAICAL4DggEBADIynVzmCmjSoL3w47znqY6DKYpyTae85u2BYViAEfRtDpfHsK5C
        6yc23P9EUaO/5Qnyleri9SLy8wTTG+mE8bcMZdwPgQ5XF2fHzt4ZNracAe3KBhm9
        mT071e8MfCxFKRHajU+eurnVeD8bAmojGBQlVMZRWYIdFZPEbfa10TDg4TiQHCd2
        UxyRPkzm2SKCD7tB2YU4GELKqy/PxfU2X35dx7f7TLcqtqfhobNMXmuURc3TlzQY
        1wsMEKcI4btAZb7d4U16Lofp683o9YJ/r6sF8srauN61VBJ2Y/coZ00BNshKuk1J
        rnUlRxSELaE+OcL1TyN9gEvcwok4XHJGJDg=
        -----END CERTIFICATE-----
        """

    /// `openssl x509 -req -sha384 -sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:48`
    static let leaf = """
        -----BEGIN CERTIFICATE-----
        MIICzDCCAYCgAwIBAgIRAPARIjNEVWZ3iJmqu8zd7v8wQQYJKoZIhvcNAQEKMDSg
        DzANBglghkgBZQMEAgIFAKEcMBoGCSqGSIb3DQEBCDANBglghkgBZQMEAgIFAKID
        AgEwMBsxGTAXBgNVBAMMEFBTUyBpbnRlcm1lZGlhdGUwIBcNMjYxMTIyMjIxMDAz
        WhgPMjEyNjEwMjkyMjEwMDNaMBgxFjAUBgNVBAMMDU1pcmEgQmVpc3BpZWwwWTAT
        BgcqhkjOPQIBBggqhkjOPQMBBwNCAARTcmCQkCki9PzuRUGyR5dka+qYSazxn7aS
        6zfgyMEXDddtRmLC+CfRPYqiJ7r+ifum8xdgInahGTqpLqChUpsJo28wbTAOBgNV
        HQ8BAf8EBAMCBsAwGwYDVR0RBBQwEoEQbWlyYUBleGFtcGxlLm9yZzAdBgNVHQ4E
        FgQU8TDfQ6WCfTDFm6IelwcmYByUAoMwHwYDVR0jBBgwFoAU9W4xr1GmzWQYe921
        zHlUurFXA20wQQYJKoZIhvcNAQEKMDSgDzANBglghkgBZQMEAgIFAKEcMBoGCSqG
        SIb3DQEBCDANBglghkgBZQMEAgIFAKIDAgEwA4IBAQCX7cO8IlV1hTcEW5Bho7FO
        tTkEGhTd692iOZj3o948fmIYeKVSJ4+11y1wa9Q1egcYOAaap3dg0woKGjHZKJ42
        4g+UR7Q088M77p1Eix95Ys30mQJ8AFSPKLiKqEVtlAeIb+BcN4fIi65VLwZFCPm0
        adLdlD2HBdpXv+W49UG+ncgTPHKH5dzrNZbN771L4EYP3gHLjuJNqbvz8M9tr6Og
        LHJwygU+IauFnkTG4MR6dco73unRXedaA9BRzRHT4CazrBhQ2BPYnMK/KYGkh9qP
        PgZHT2ewy5Qlfo5P8934c5J0eLc7VQPXKKeASF0oEqZlMRL9Yu46E0+Ng1/oHtUy
        -----END CERTIFICATE-----
        """

    /// P-256.
    static let leafKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgbuBwAvM6f7oXlEu9
        iNlhzZg/Bs1SwyIc9AB3yD0BdDuhRANCAARTcmCQkCki9PzuRUGyR5dka+qYSazx
        n7aS6zfgyMEXDddtRmLC+CfRPYqiJ7r+ifum8xdgInahGTqpLqChUpsJ
        -----END PRIVATE KEY-----
        """
}
