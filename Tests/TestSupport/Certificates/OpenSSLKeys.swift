import Foundation

/// Keys and PKCS#12 files for the tests, made with the command line of OpenSSL 3.0.19. They protect nothing.
///
/// The keys come from `openssl ecparam -genkey`, `openssl genpkey`, `openssl rsa -traditional` and `openssl pkcs8
/// -topk8`, the certificate from `openssl req -x509`. The PKCS#12 files come from `openssl pkcs12 -export` with the
/// options named beside them.
enum OpenSSLKeys {
    /// P-256 as PKCS#8.
    static let p256PKCS8 = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgB3sQgjx0gRGbnTh8
        kl2c4UKQw3o0hz3WORKEb3RURP2hRANCAAQklKFCaGW+d3597nLzeh32yaFCdSY1
        4CfYpccM4yklJk5MqMLzhDfjIH9Gc+FLNErNyQcYs1CF6qL+Te87ib9v
        -----END PRIVATE KEY-----
        """

    /// The same key as SEC1.
    static let p256SEC1 = """
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEIAd7EII8dIERm504fJJdnOFCkMN6NIc91jkShG90VET9oAoGCCqGSM49
        AwEHoUQDQgAEJJShQmhlvnd+fe5y83od9smhQnUmNeAn2KXHDOMpJSZOTKjC84Q3
        4yB/RnPhSzRKzckHGLNQheqi/k3vO4m/bw==
        -----END EC PRIVATE KEY-----
        """

    /// Its certificate.
    static let p256Certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBsDCCAVegAwIBAgIUWnSsBxq93KEk66m/1Z4txJSLvMYwCgYIKoZIzj0EAwIw
        GDEWMBQGA1UEAwwNTWlyYSBCZWlzcGllbDAgFw0yNjExMjExMzQzMDNaGA8yMTI2
        MTAyODEzNDMwM1owGDEWMBQGA1UEAwwNTWlyYSBCZWlzcGllbDBZMBMGByqGSM49
        AgEGCCqGSM49AwEHA0IABCSUoUJoZb53fn3ucvN6HfbJoUJ1JjXgJ9ilxwzjKSUm
        TkyowvOEN+Mgf0Zz4Us0Ss3JBxizUIXqov5N7zuJv2+jfTB7MB0GA1UdDgQWBBQz
        t1M58TvIxfEwdxtVDIwvVRkcuTAfBgNVHSMEGDAWgBQzt1M58TvIxfEwdxtVDIwv
        VRkcuTAMBgNVHRMBAf8EAjAAMA4GA1UdDwEB/wQEAwIGwDAbBgNVHREEFDASgRBt
        aXJhQGV4YW1wbGUub3JnMAoGCCqGSM49BAMCA0cAMEQCIGA+PQp0+H62wMfuS2CZ
        cNBbwsVvVy8U3elj/ZmiYGihAiAMqK7AfN8ehMjBiRW8tymQJay0SspcC183LRQk
        yMVMAg==
        -----END CERTIFICATE-----
        """

    /// Another P-256 key, with the block of curve parameters that `ecparam -genkey` writes first.
    static let p256WithParameters = """
        -----BEGIN EC PARAMETERS-----
        BggqhkjOPQMBBw==
        -----END EC PARAMETERS-----
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEIFoaudNYORv+yck4VkthpsqV+LisyaZF3vjAAooxqesooAoGCCqGSM49
        AwEHoUQDQgAEUVOzo9GfvzT5eSXQD2dD9Zj3hgMACixTP8egS3pC1b2DjsA3ld6C
        /IcyWLlUBKg3qfHvW9msm/BhtpIh3GSowg==
        -----END EC PRIVATE KEY-----
        """

    /// The first key as encrypted PKCS#8.
    static let p256Encrypted = """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAgeJv9s8otI5gICCAAw
        DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEJDlP5et73dzkjQo/ad80BwEgZAh
        cp6hSYvmJd4Ke2sfW/Lo0Dk+sWraXz+sI59AcYnSjNmtvvdgjY2C+aTQ4qYoK0RL
        jQUhYmA2nQIjpxQ8XbUnHR7pYXpCTMWON7Y5EYBNmOqHavSz1YjRMmRl4YGbhWpD
        a1TQVfosIiuPPQuSLXLVO2lP8UuxGAuIga/q8dFvgX1sPV5gXTj9N+Na/Wj5feE=
        -----END ENCRYPTED PRIVATE KEY-----
        """

    /// The first key as encrypted SEC1.
    static let p256EncryptedSEC1 = """
        -----BEGIN EC PRIVATE KEY-----
        Proc-Type: 4,ENCRYPTED
        DEK-Info: AES-128-CBC,21A52694E5982368E896F7906C13B25D

        dYictFW1t+AcXr1A0f38x9KmHswkWsPYT3mj7UFdX3YOa/Dq6hxtpiKu7UbSZNwu
        KEutZZV1A9WJy79I5xy9YunTsgsHZ/Md1Ozw+iCvMKKn6Dyar8hMVeY3IeyVfaVz
        4Ordo8kOFCb277gkmX1ORml8Y+AyLSYGeWi4+SsEL3s=
        -----END EC PRIVATE KEY-----
        """

    /// P-384.
    static let p384 = """
        -----BEGIN EC PRIVATE KEY-----
        MIGkAgEBBDA5qTQdz2y9bn9eb/Uthz4dngmRd8FMgZVO5E0w5a0/MuhPVFrx2O4y
        K0v67KoQyAOgBwYFK4EEACKhZANiAAThdoub+xrXVXVWE+cF83pi5gTmxEWZrsvq
        CLW4db4YVhrxWn0M8SPs9a1E1jiP4NJjclBbs6jd4UvGJJUNLE6qTKN9T849sSFm
        Vr5MAL93N1TECEyOSEpK6fGQzvH6dA4=
        -----END EC PRIVATE KEY-----
        """

    /// P-521.
    static let p521 = """
        -----BEGIN EC PRIVATE KEY-----
        MIHcAgEBBEIAFF9rWxKt3vSDbEtIGLbsdSpmTEC2FbFJy4diJsypqLZF5aQnzE/E
        HTqgqLIXjM7tjgk+XrpCgADvGt0DKaxHDhOgBwYFK4EEACOhgYkDgYYABACDy0VB
        KyZaxdWb1TMUtZbgVGx7Ma0XxaQskRKFyX9W4WOT/JEdQLQ5xonFEbf2flAuEs+X
        VF9ZEoN1tpJug7gqrgBOKlBdioCO+p+bGbUj2fS1Fnr6PEHELZDHlwWhQN1a1i9v
        OVK6b+OogBOzLkVVXtbNNI9n2unRbt0+gXPnc9tR5Q==
        -----END EC PRIVATE KEY-----
        """

    /// secp256k1, which is not used to sign documents.
    static let secp256k1 = """
        -----BEGIN EC PRIVATE KEY-----
        MHQCAQEEIMEovf6sV9Zntx+OUYjA2KI+xbMsExcBgsNebRIqtl59oAcGBSuBBAAK
        oUQDQgAEQFDh9rZtuDXjIDAa4dVNw32+KBDJnvXl31evKVjYLrlDtOPvLbYIDMsb
        1nKGs+iOIrvcd+TMTOR4rn05nTG+qQ==
        -----END EC PRIVATE KEY-----
        """

    /// Ed448.
    static let ed448 = """
        -----BEGIN PRIVATE KEY-----
        MEcCAQAwBQYDK2VxBDsEOQXT3JfaPJ7sg99UiP96U9g0J36+5YFTrNcqEHHIwL2C
        8HJyq9dOXZLEqETSQJLyTpQKl4jYFktwhA==
        -----END PRIVATE KEY-----
        """

    /// Ed25519.
    static let ed25519 = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEID2Jzx2ws32IlNNfpnpazOqc+bDU9xmsOZwAS8VnORPn
        -----END PRIVATE KEY-----
        """

    /// RSA with 2,048 bits as PKCS#8.
    static let rsaPKCS8 = """
        -----BEGIN PRIVATE KEY-----
        MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQDERIcLDujTrbSR
        2PRG86BMrjAAGH1TnAgpoRfD3vRxmM000ISpbDQGFaTI5Q5n9HaDZyuMRQvFxsgP
        k+za/8mLbqQ0wCKnNLJ8aMq8xyqPsYCsuPPMcHff4/jPr8oApTHULL24ORwPCLXn
        zgLsoZ+fq7AvU/XvhezjdNr9dH7mOpzkrsBUMcc8adV5rU0xhfKhG86qVH3dEhri
        QTMmxKzoTwz5Cf5FFgxa5VLmbSx5iNG4ZifU1/MLWWprzRoxo7xtqyYIfZaFbv4J
        kIGMeNqD52FgFKDa86J5lZrNGTRxNhAP6gmYIH7RFk7jsIBZkUZi7Yx2Je2VXr4M
        xb1n6Hp3AgMBAAECggEAJeyV6ZGadJiajRoObY1S2q5H0STqRpceTqj1liAFPNQJ
        RtzJ3ZDuZoSVIEp+Y6Dtq4tqc0K+ORulebkcKd8GGz6oVRcROxzoJjj7f8m+VCC4
        2+crGMRcrXL4F22Ay2ogPD7e8/N5FACbYazBjObYGLrMowCGw58tvG/Ohu4VPTgb
        5JjeJ2hkOkShcMYgBsULyWPvICpnUnJc1Jg4fS20iBU+8JqP9NvO29BmjYWDLlKM
        daQHpzEAidFwoF6jmKWUweE7ELhr7tk29xiWwn4uOUlyvnlwX3qJLWbJ9ZiT63tc
        MLP57CGVghB1V7uCa+GKqeis2Hs1m04jUPcQOJGQXQKBgQD9Z/qYv5/3dsajiJOt
        CbYXiOQfhTsZMwLXQ1rr5mewxApeDTnOjl5qxaMujSyYqVdbYJd9nSlfPfJUXJcV
        1Rg7pR9o6hwnuHrNkg3Merlhg9TP0HGCi3XMq/EIMx/KWoi9aRTCXDK1VvjjOW90
        BHaU3PRanjmqEBvzCGWfW2J+ewKBgQDGRtLtgWoV021oRenKGt9cLCAaNGGvM8Ea
        6EqJKpZNTSinZ2vdh2W7xRVL4byGbxKrEk5r424tDNmHFqzgDwO8tpg7q1BTzBd6
        uPUZnrZfC0x+51a6EChw/+OtrCW3bqO09XK5inny7RJNyuzq/TKTxvB/MfjbNTZe
        PCcV4RBxNQKBgAJL+Pd9dSO3DeHZkQ0Wc3IPKZInkPuPfM0arS5KLlJp1HY5xHZc
        z/pDxFDdsrPHhSUs4PKghAl69EFTfYMTJV8VBg3bYVny0Bog4sMhsaByo3EmwICg
        Zvbt8AdU/0rEO00MMMX6M/N00Fiu4pW4nKKIxiY0HO2vq7EuOE2TdHcVAoGAZek/
        Pw42jbNXV7IfoV7AkWqosW9dCiVqyr68mNYH3QGctLamrX2LX8DD2nXTZbGvgbhu
        EGwcVBF3uUSBZMSy4gtkIb9DEV8kblKkwB9gk2eGUO/tFsN5VeNgjgKefDLk9/z0
        k8NGPQN3Vf7IWVv85BHrySTRSTKHmFYIrOk6f0UCgYApKmDLJeVXOzypmBsyUdSB
        yAiQAC2uBBRL4h7KIq9cZtl+3/OiK9tssMZtWA6pjmspC3TsFSPHeyMT+jCvLVCN
        EtMntJrY95435Js23myhrWKzpgdzPmaMe4scpR5+7SoLArnbAvUcbAYVWJj8Dgw0
        hSetvdLOHVZ42fueo1CRow==
        -----END PRIVATE KEY-----
        """

    /// The same key as PKCS#1.
    static let rsaPKCS1 = """
        -----BEGIN RSA PRIVATE KEY-----
        MIIEogIBAAKCAQEAxESHCw7o0620kdj0RvOgTK4wABh9U5wIKaEXw970cZjNNNCE
        qWw0BhWkyOUOZ/R2g2crjEULxcbID5Ps2v/Ji26kNMAipzSyfGjKvMcqj7GArLjz
        zHB33+P4z6/KAKUx1Cy9uDkcDwi1584C7KGfn6uwL1P174Xs43Ta/XR+5jqc5K7A
        VDHHPGnVea1NMYXyoRvOqlR93RIa4kEzJsSs6E8M+Qn+RRYMWuVS5m0seYjRuGYn
        1NfzC1lqa80aMaO8basmCH2WhW7+CZCBjHjag+dhYBSg2vOieZWazRk0cTYQD+oJ
        mCB+0RZO47CAWZFGYu2MdiXtlV6+DMW9Z+h6dwIDAQABAoIBACXslemRmnSYmo0a
        Dm2NUtquR9Ek6kaXHk6o9ZYgBTzUCUbcyd2Q7maElSBKfmOg7auLanNCvjkbpXm5
        HCnfBhs+qFUXETsc6CY4+3/JvlQguNvnKxjEXK1y+BdtgMtqIDw+3vPzeRQAm2Gs
        wYzm2Bi6zKMAhsOfLbxvzobuFT04G+SY3idoZDpEoXDGIAbFC8lj7yAqZ1JyXNSY
        OH0ttIgVPvCaj/TbztvQZo2Fgy5SjHWkB6cxAInRcKBeo5illMHhOxC4a+7ZNvcY
        lsJ+LjlJcr55cF96iS1myfWYk+t7XDCz+ewhlYIQdVe7gmvhiqnorNh7NZtOI1D3
        EDiRkF0CgYEA/Wf6mL+f93bGo4iTrQm2F4jkH4U7GTMC10Na6+ZnsMQKXg05zo5e
        asWjLo0smKlXW2CXfZ0pXz3yVFyXFdUYO6UfaOocJ7h6zZINzHq5YYPUz9Bxgot1
        zKvxCDMfylqIvWkUwlwytVb44zlvdAR2lNz0Wp45qhAb8whln1tifnsCgYEAxkbS
        7YFqFdNtaEXpyhrfXCwgGjRhrzPBGuhKiSqWTU0op2dr3Ydlu8UVS+G8hm8SqxJO
        a+NuLQzZhxas4A8DvLaYO6tQU8wXerj1GZ62XwtMfudWuhAocP/jrawlt26jtPVy
        uYp58u0STcrs6v0yk8bwfzH42zU2XjwnFeEQcTUCgYACS/j3fXUjtw3h2ZENFnNy
        DymSJ5D7j3zNGq0uSi5SadR2OcR2XM/6Q8RQ3bKzx4UlLODyoIQJevRBU32DEyVf
        FQYN22FZ8tAaIOLDIbGgcqNxJsCAoGb27fAHVP9KxDtNDDDF+jPzdNBYruKVuJyi
        iMYmNBztr6uxLjhNk3R3FQKBgGXpPz8ONo2zV1eyH6FewJFqqLFvXQolasq+vJjW
        B90BnLS2pq19i1/Aw9p102Wxr4G4bhBsHFQRd7lEgWTEsuILZCG/QxFfJG5SpMAf
        YJNnhlDv7RbDeVXjYI4Cnnwy5Pf89JPDRj0Dd1X+yFlb/OQR68kk0Ukyh5hWCKzp
        On9FAoGAKSpgyyXlVzs8qZgbMlHUgcgIkAAtrgQUS+IeyiKvXGbZft/zoivbbLDG
        bVgOqY5rKQt07BUjx3sjE/owry1QjRLTJ7Sa2PeeN+SbNt5soa1is6YHcz5mjHuL
        HKUefu0qCwK52wL1HGwGFViY/A4MNIUnrb3Szh1WeNn7nqNQkaM=
        -----END RSA PRIVATE KEY-----
        """

    /// Its certificate.
    static let rsaCertificate = """
        -----BEGIN CERTIFICATE-----
        MIIDPTCCAiWgAwIBAgIUdJV/zjUssBl8VTr5usLZCaus1xswDQYJKoZIhvcNAQEL
        BQAwGDEWMBQGA1UEAwwNTWlyYSBCZWlzcGllbDAgFw0yNjExMjExMzQzMDRaGA8y
        MTI2MTAyODEzNDMwNFowGDEWMBQGA1UEAwwNTWlyYSBCZWlzcGllbDCCASIwDQYJ
        KoZIhvcNAQEBBQADggEPADCCAQoCggEBAMREhwsO6NOttJHY9EbzoEyuMAAYfVOc
        CCmhF8Pe9HGYzTTQhKlsNAYVpMjlDmf0doNnK4xFC8XGyA+T7Nr/yYtupDTAIqc0
        snxoyrzHKo+xgKy488xwd9/j+M+vygClMdQsvbg5HA8ItefOAuyhn5+rsC9T9e+F
        7ON02v10fuY6nOSuwFQxxzxp1XmtTTGF8qEbzqpUfd0SGuJBMybErOhPDPkJ/kUW
        DFrlUuZtLHmI0bhmJ9TX8wtZamvNGjGjvG2rJgh9loVu/gmQgYx42oPnYWAUoNrz
        onmVms0ZNHE2EA/qCZggftEWTuOwgFmRRmLtjHYl7ZVevgzFvWfoencCAwEAAaN9
        MHswHQYDVR0OBBYEFFYr9e2rols9P/Jr57EFdFjbws5CMB8GA1UdIwQYMBaAFFYr
        9e2rols9P/Jr57EFdFjbws5CMAwGA1UdEwEB/wQCMAAwDgYDVR0PAQH/BAQDAgbA
        MBsGA1UdEQQUMBKBEG1pcmFAZXhhbXBsZS5vcmcwDQYJKoZIhvcNAQELBQADggEB
        AA8QTWUxm7vmZmOm051F4ff92cN8hBhftGa/6MJYcMrUUkdP6nEQg0/19XH8iZjA
        09JM//PRYriJ+mCihS8gzM61S894DIP0OAeO1/6Zd00/j9lYxoRN3PAqYBG3RRpc
        bJRCAr676qLirJamKFnMdZoQgFtNo75BhEWMBeCn29gGVQp24DzmDULW5/StusFn
        Mq3H/xCNdErpYTpLjfAtbpWF4NCeFpO9XOVDRXzjGwd018j/QVoPivUzvMNFMmtw
        uOUEINrFGb+PiUABAj/hUWnVrQilmuITnjAh5e/Hpc/MCIfufj6aGhj6z5RB+pDm
        2usA3E59Inq10FahEPMp/dg=
        -----END CERTIFICATE-----
        """

    /// RSA with 1,024 bits.
    static let rsa1024 = """
        -----BEGIN PRIVATE KEY-----
        MIICeAIBADANBgkqhkiG9w0BAQEFAASCAmIwggJeAgEAAoGBAOE2xsbFEWe7TeNE
        6z7EI2HXNkW5EYdzQQrL2DDuHfcBPtgSrWpe8V4tRf8f34jicGwZ/lrAZaqQ+Q2J
        yi1xf0B5Qo8imlQaDZcQ6qy/E3tBKj58jJaGD/xJW9SvFuMMaRXkHPT58Pd7j2oi
        ilzdxnT4MMuJmTfFcsUVO5opqipfAgMBAAECgYEA2ldRtUk/S5MCuxCJBUwAhY2x
        Nz1qKihp6X6g9ScVc/AILlFFQPgVB1nbH7GV9M6bcaJtvywCJK/yVNa+ZPpBA74z
        6d7eQBgeLx/MXjjBDgT7M79FFvVthJHSG7Nhd7RwWjIt6EvWFmFELDk+wVX88KpN
        hpKZumf5InhAxmCF78kCQQDx98eHkYfDwl00sDt0KWpB0b3SLf2UpHkw7QC0veLx
        m7ArJxWl7fH5AaERPwtEpM3yxW0YeGy6/xvEloJYyEETAkEA7kZFUu+xVhZVm+zV
        QFQhb6xnFBlcEIbwQoO/0nhyk8Pj2UxHkkK2o1IYfAKkhOJFc0kTzCIdWn8oppHM
        hq0nBQJBAMYmeHLPvdOVBskQDRAanlaaUY2edgxVCJ4FaE+bNQ9QxNsB3duNWVvm
        dqVt8GddYv6NqMKiU8BrC61Y6BOWopsCQCccB6LuTthHgDPAstwFMxvGW4D0DKV1
        0JfKUkD0njHc1FhFafX610mFXxlzwZdCII4kr4gxDUpeVsjIY56zaxUCQQDecWJ/
        PqqtrRscXRMQhc7tbPvoEEf9k9UnOuKBwmeL5VAL6uD8r9zTKiO7zKW2i9tmANqS
        ROcTxxqdHueARgev
        -----END PRIVATE KEY-----
        """
}
