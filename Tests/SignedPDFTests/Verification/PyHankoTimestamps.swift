import Foundation

@testable import PDFFormat
@testable import SignedPDF

/// A file of one page signed with pyHanko 0.38 with a signature timestamp, then timestamped as a whole.
///
/// The authority "Uhr" is pyHanko's `DummyTimeStamper` with a self-signed certificate.
enum PyHankoTimestamps {
    /// The signature is in the field "Sig1", the document timestamp in "Time".
    static var signedAndTimestamped: Data {
        get throws {
            try inflated(
                """
                eNrtXOtuWzmS/q+nOPCigQ4GsVi800g84BXTmGQnSDIzi800FrJ17Hg7tgxJ6Tj9avtjH2lfYb868kVxbOeCwWAxe+i2JfGQRbIu31eM
                y/3Di9Ie066bUCe6xcF/Tp48mb7+eN5P82w9e7c4nr6YHferTuLpy/39SX8250Hy1uBh0PSPJ/PVG8Ujf57mxfuzdUc3U9QdU/Bj2WPY
                IH36vJ+fzNLi4o3ARylER0KwoLM1xqw6PQx62a8W75eH/erJk/39G+n6Rvqz/ux4/bYjv7+/Wi/72emEWFRnWGi37LujruNplw8vBVws
                +6MJBk3EdeusMcpg+E1f6DZPzm76jP6sj4T5vC9szV0vZyfv+iXv9tXJb31npi8XC2jrUsmr9Wy5HjYkrZ788EP9U9syz2TQX3dloMm2
                hSbTeLhctMXytLObz/UC2ludLM5WHU+tr37K3Y2M0v/av1uc98ubYZNpmq36v/RL/tRN2TVuhDzj8R1NsMnpT6/+9B/dm28SJnfFZ8IU
                LC0n0z+/fNb9+Ha9Pl/9TTj5N2Ecf3/48AEv9mS14JfF8pg7oZ6z+Ww55/faeGf42dv16btHW8Jf9r+eDIv+yPKkkPIRdt39PGz90w09
                79ezOZTZhUFld7ns1RFZ1ZNPvHZy7bbQxZbjYqVbrju58V1WGu8jnp0t8PhN53jAZnOXa9uttdtJ/26+PQxec9zezY5Xndqa4ranvO54
                EPbd/YhXenR1gmFJCHh/sB4+//Vkftyjo3WkJG/xcH15EP7CUi86tdn9Xzp/Sz9+a8Hrsz5RwksRHAkrgozeau9tc6IgLJyQcXhq5WaU
                qUKinxSJpgTGYI4VPEeQNUIJPTw3Am9FulMiDRIpabV5FZtX4yJP4tkwPmkTnY5ZOIqplBxJ6ppiSK2YUGXJOmifUs4W60Ss4zfr5KoK
                9gA5SpBXRHhOGs+VMUN/FkUXG5y0JIWW1uC9csIGvMvD8tinksoqnBGv/FMpjW+hlInkcW45POERAq/+0xHft64JGK8w3m2dg3Xx6cnU
                oEGl4bMQAh1EgixvTarOuepKrU425SKVZnPgp85Iq9hsrvhoshMQJINEr646R58x3mvl0Ctc09apSjopDeWXHKB/n5QR3tQYZau61KaS
                hx1si8oVJVzCpsrmpHitQpPFN/SRnFEqNFIp+2zwKpyjBH1kXhSjA+XE525Xs2E0De3BleBO3yAB2r2UQKwhao39EP3shfV6b+362eAh
                wmZWaLqeS8O+BUmPt/bSWjCicd6SLbBWtkZWuLKEmu7xO1jH8boaO5Asmp/Al5t3NWHF7GrVCYEROCBMyjIb2wzMRrqUGqxqJYQorbA+
                EssQsFKsCIVcGlWvcXjygTA1ORmCkCbmxPaCeUUyML8sMDyPMzpDD4T4cp6GOHOuXEaw4K9v99VvjM0HEAI4QGmIlztwIiCY6D4EgZrb
                nXO0IslbhgEaZEPjAo4iZYIrm5i8CypZVWsC4Df4udMZqjDGpkywi4rBi+SKhU9b3nm6vQLmSQQMmYqY5bjF/o3nFaUyFvND8Qk6ttZg
                2ZIs3KomjPJaVBl0aPClYIPXBpDaItnoVXU1QJZi38tRU/wH2OVu39Ua0actzoiDQg3F6pxsxMaT9D4ZkQAGtVrtJBVHwTgRgyuGqEBY
                CyJGZ0KQShYjN1I8PN8HFmo1tiJNbYhWDTvyYZq3pbiYTJEY3Wow2UTEtyXvtPTG18jea+WGfyzV+6wi6uDnFug9jIQ33M9nBuC1ebWD
                N6qv4TNPCNm7VwdysDd7JzR+MrORp02cDbtgP8YY5j7ALDuLYPZ4aD32qQSnNNaoqEWG8yannTcwahGhAER8iF4Ch0lZoiwlsBcUAd/V
                8L2ggXRSQG7WSQDrfWnYrsTGrJIDc93mOK2M8rLivQWrSRUUgmYjw5RmWsuwrqm6RsiBnw7oCs3lS3+68VO8s95tdK2kV5vXDeNL4Nkn
                TO+CyBqI2+BqMqmA4zHneB0RS/DWXCSyE7pGk1v6Z5TY5BsP7uUBbudzuwe5/XLEl9fgTIZ99Z6dbiyreBTY6DLzgSzpN74iUhY6VW2c
                8TCgJ0QTdC5K9ASDGysa2SZLIUSzE0FnE2Ro2TcskHTOyXhwgIbDAY7IxVpsjCXxbhFPNVWkBdAn8hSo1EaoNweZbYG2qw9mcNpMGbAD
                V3I+eW8Yhl1pETNtNBFhAuKJxiOGUorVaLBbgesFkBLyBSMcljTJVl8JcrPCqqQ0EDgqCWiERk2wILCaqyGYthmNJCLHAB4MsoL5AFi+
                WArJqWhVUTiBzYBquEeyiLcKivO1OZC2J1ABVfhntCEFAuJmhAmiFFr2IirlDTgxMzTr4pDAgmsLAA9OpbUC1VYIUBkZj6vYkjcWUGQI
                UIeUqEiQQ0b0KiB0qeBZTPaqJSGrMSkm5CScQyXoX0dTM29ANfANBsFPpC0NYkA9DbbQUINH3gvODwL7aDaCfoKhJG2yrVp4hxxyPCAK
                sivEjbN3Z1cITdEMPmOzBQ4mKcLoqZaM7cYGngGnlZruz66+XsJ3ZlfO81Hs9erm+nm+5p8NLhp8OQ6GhyP8Mm4Y7KFSmAYZGxLErNFP
                YCfc2LXKISeYMSkVHSYBFilam6tToRDc3REYBf8x5VBDGglDBKi+JAdSJ4QFOCzDH4xGBhdLrBGBAqaySUcgGdYC1QLJC/N74TAqEAoU
                i6K1hlFJ+eBiYdZTLsMLckGEBuC3gscnTDCgCMS1DxYng14YYAAgDl6EtAEADhgCplhrIyI9IowEEWRUZOQVvqzBWsXoxHxm4MPZteac
                rSXGlqF2BJcQroIKdMQaSBlsBSMV3cAmiFpRNYwfSLdQXc7KlwxSMIhumyCitVJUNk7pgGQqGbA8U0wE/Wk+QESQaO2AGi34bB20b2pB
                nouksyB6U0iIS2Q1gJGUfAsIHjAUVvK8KNIABFooTbUGF+EsFElGSc3XKgFkHByaKudsskVkLngmoTogIE5ZLauGmV7ShlfAIFcZrbRf
                Qujv4Zv7s9fMGVu8N3st92cLnOndOY/htj3AU55Z6EvZb0EggP6TthkemIpBKhcUdJoVLgTJWVye4OHZgRPgIsDHmHFD1MW7AqnYnXH3
                5lkZdh6yRL7jKF4OeATWM63Cx7NEpHhkvkYlarpmBFCjVmrB5dEja5ac3X5V9vB3yQ0uc6kBOQRAA1ckY6tDeFTELtgPbi9AKllBCwa0
                4AoS2mY4/wRfQe8VDMHIgKtX8FCcbClokXBTA20hsrAPYq4UycfilIfPIrjBYABZrRDQRfnIlxArQcU2AFjxDbTEPcFm3AoR37lpviK0
                VoUhzvNA2wgmrIBsGGHjY8ClBZothB+43lUtcCOHLRG0MgV2OM0hyzO0bxYrO98kMm6EUkNIwejaFECAbw2XDJAgNaOAoMgxkLBz9pAK
                7tqAE9wsBa4PhTeDWwsO6TWgAJdPIZEQcMbO9xO+y2D7DDq4ZgBDcrMuWqYB25CyZtVg+gzXA840ULILHkAFfMFxCm7uEcmDdXCbiHsY
                HD+1YJ1FmgFHRHqj+ZITBQQJ3MyQwILAwJxIhprOwdXWNECwIPnQGpuVoBpObyRSA6hL4hISAFLwh2y1TcjMnRFjG9vYxja2sY1tbGMb
                29jGNraxjW1sD7b9yTR9XPcvZ2fHffdGdMRlY/wvTA4/pf+5+/p2VdwzVPy0k3frftlN43xx0O++ePHHZyfrfqj4uXpSX7/6aTfHeX21
                O+/Xs8O3/Xwyfd79WC5LpSyRJFJaG//vj7bqfcJn9VBXpVNbBUX/9vzZ5KoGT1s/GerZhkq7J7+/OJ8d/tKvu4P++OTs6c7//Nd/73Qn
                86c7fzXPxfPz3L89+cNvy/7Vb//6+vC3Xw7DfOf3+5MnF3sXp+enWKi7OH13ttq7eLoz46Pt4T13T3e6Ycj6l6c75x//MDv7ZdGJXeV3
                xQ5mL+dHey9Lu5yLT093uMpsbzr98OHD7ge1u1geTymEMBVyKuVjjHi8+ni2nl08Plv9y5WE0q8Olyfnay4a+05JV7s/Pb+ed7baHU6y
                e7g4nV7Mzqe0K6ZXA8+3FvhkIB5goBoGnu89X8xPjj6W2bp/usOme0z0WNJrUnta7xn/OyH2hNjpMGnvxXIxf3/YLz9TU8dHnB0s3q+f
                7uxMceTppdb47bX697cMCId4urNk89xXSCkfKqTUcqtoUnV01e+Cvem3nb7qD1J8VlAZHN3uI+FvF2NyJOm7Ci8nm8pLEpOt2svJ9KfC
                JY3Ua6EP+qOZO1LBqMO5EkbSkXQ9uSMyB/vdEx+OtFBOHUgXDs1MqGB7PZOHWkuvvJb7Q+3csv+14xrOT4o6sU2lxrLO/zdlnUTfUt15
                PfruIs8Rg0cM/iIGE91TCvz65LT/O5QCv/7zRhRC9vT8EZcGk7wVZCTvLw7+5yim0jwiZmNKbFI033wUlozXLhhtQskpJeGouui0qsVl
                Z51IyWDBFnW9LISqmKFAjyWU4r+imIoLg4PyXFR1VUzFv5uqFZyjZdN5LKYai6nGYqqxmGosphqLqcZiqv97xVRg2Gi5OAimTVFzyQoM
                aT2lACERdqcSyXGM1FK54ApLlQQkgz1jjv+sxVTgEmuBESAiEKfIyeUEtvbVx5AtjgufB3Yg7pvG4hVkC1dVVVQbbYbTNxAKCEg6+CZY
                ywkBPnE2Ja4WAjwYq20dAso4672oUIghy3/sQB7YgK6kW84RuA5QKgn7gUoRUq5m/guephtWKVqCuSWsWaoJ3vkAsycZKq6sCQkCkjEF
                tQF9AHbEOANTI+48eMc3TKz8BOxVZG0NykV6SOjhQigEtccWAWSVwM8uFIlPyDWiY/AHu1QJOlIN/gSsCSZbRpjcMjUu++K/HWlIUGBR
                8KP1GWCHPAD0D5ZPGKUIeYTBeVntZvhbMWOwBhfyS4AL0gwkswmOXUNsBdPgHa2KVA3yg6giweCIcB0bcCMjChj6DFDMkIoZXJWchZdE
                wtlDrqDOCtoV0mlQttReB4BGbhHZrkZaTrnAnQoSmTj+g/DYxja2sY1tbGMb29jGNraxje0fWIQjVfAdBf51r7b2e4pwyuKQfzf2in83
                9tXVOC9bVmRp6xdoX66jIFzFzR11FERGuO06iut+q/xNf9jq3667ILpalKTUt/9PVlCQsw8VVKjvLKigQ6GcOei9cP18jnV0b4TupVLC
                W39INwUVm/qJT0sqgjJXJRX/C35ivyo=
                """)
        }
    }

    /// The authority's certificate.
    static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIDJDCCAgygAwIBAgIUeQxBEPy2KzntCLNYSti8xs0pcRYwDQYJKoZIhvcNAQEL
        BQAwDjEMMAoGA1UEAwwDVWhyMCAXDTI2MTEyMTEzNDQ1N1oYDzIxMjYxMDI4MTM0
        NDU3WjAOMQwwCgYDVQQDDANVaHIwggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEK
        AoIBAQC8BL5FdYlPgXWadQ2oHktWDxby3R3EcJTFkp/I8NC0zLWMC0KwNWF67Wqt
        ugYHQuvvbM0jWpcWq8zJLG1YTolYECDBwUBNB4uIUxC3369salrzC8ulhfq7rlQK
        feBJGJkHUHaqW26OHVjD6+E03Joyd9EzWWiR7OUSl/VHs8qVb5LiYP1Y1hm3OmPT
        rbbEwWK7aRDjco73UdgS8B5d+mm5G2HHRwsjgoCjOFtfw6mU15XvV9PQ0pRD2Z4v
        A8s0fh7IVtIlFQt+PSFVywY+nN6stX2D+wLlW6vxPKjL8NSl7JG2PyvYPwwybffj
        Wr965BNItDvCkO9fasEJUbJrb+YFAgMBAAGjeDB2MB0GA1UdDgQWBBSTkPUODSLY
        byGkK77cXLr0n1a96zAfBgNVHSMEGDAWgBSTkPUODSLYbyGkK77cXLr0n1a96zAM
        BgNVHRMBAf8EAjAAMA4GA1UdDwEB/wQEAwIHgDAWBgNVHSUBAf8EDDAKBggrBgEF
        BQcDCDANBgkqhkiG9w0BAQsFAAOCAQEALjXSHRF1PEOCGIsZlDycseyzOnBQHCGm
        bOc50bzHHqHqGrXR+MIO+f5ttxXhqXCqw8tURAra6nFk1mtKKDOCwCQB3yLdqXHc
        cRR6D/9rSziXrfiJN88MzZ/JuHPs65cVGEWaiWELJQNDRVZ78GXzs/MsA2Zq3Rrh
        0BGfzs3OX8T2DVSxBwVD3H/3du2q/HgGiQB+A7SpYdaW4IHU/lb6sOQ5CRT558w4
        3IFlala6r//dPFc0kiC1lXoTahl0zrmshUR8bfmMZ4IV7T4xQtJgubHYPnwUu4+T
        6TYXzICRRknh6d8/+AMwMEy9v47ijwwpBB4r3C+lnr2yPsge935iwA==
        -----END CERTIFICATE-----
        """

    /// Undoes Base64 and the zlib format.
    private static func inflated(_ base64: String) throws -> Data {
        let compressed = Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data()
        return Data(try FlateFilter.inflate(compressed, limit: 1 << 20))
    }
}
