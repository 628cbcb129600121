import Foundation

@testable import PDFFormat
@testable import SignedPDF

/// Files of one page signed with pyHanko 0.38, so that the verification is not only tested with signatures of our own.
///
/// The signers are self-signed certificates for "Mira Beispiel <mira@example.org>", the timestamp authority one for
/// "Uhr", all made with OpenSSL.
enum PyHankoFiles {
    /// `adbe.pkcs7.detached`, RSA-PSS with SHA-256.
    static var pss: Data {
        get throws {
            try inflated(
                """
                eNrtWdtuHMcRfd+v6BcB8kO0XV3VN4Ag0FcksA0TipEAofWw5A5pxjJXWK4CK1+f08PbilpZsIAACcCWtDPT01Vd11M16hcntf+JXvkF
                Ka02Z/9cHB0tf/zwblqW1W71dnO5PFldTjfK4O3r4+PFdL0ei8yTxfOi5bdX65tTHivfLMvm/fVO0SMJHyDBz3bCspn78vtpfbXKm99O
                NR6N1oq0Hoyud1hzo2Re9Hq62bzfnk83R0fHx4/c5ZH7d9P15e5nReH4+Ga3nVa/LmiwUnYwVdtJXSg1yO5e3jH4bTtdLLBooR+Gctay
                xfLHuahu31w/zln5ZI60/XQu7tHutqurt9N2SPvXq39Pyi5fbzaw1p2Rb3ar7W4WyDhZvHjRfuh77lnM9lP3Dlrse2ixTOfbTd9sf1Vu
                fj5k/3sGg27xkQsWDz5Qp2rPC+rN4okfFo+OUOCIbZbp+nqD16fKjwUgedzb7e3dr6a36/1lMMFlf7u6vFG8R+L3SX5UYxHkVi9xpW/u
                NZi3BIP3Z7v5+e9X68sJE10RmyHi+e5OkfEHW50ovpX+byo8sU/Y2/BB1yPWwWgnVTsdTQpOQnDd6wofe23S/Jbb7SpO2mCemHRnrWca
                pweNJmc1a5nfW41bnQ9ypJkjC80cmet8NcamQTSo8UTiJVrfS2NrSkZo+YJITT3mVEyNOibcVE/5Xoon+xB2n6WgwEQOV8EqthYSsi66
                SnXRG0dGi3EW9+y1i7grsxDgwoYdQ1Ncxy+z4B8Et4kCtDfzm7FC4xo+XvF1+8IOZMxnNZrtqnms0n3oNt/BI/MVMVxEJHho3lqonGqW
                SDV0EdfhOCkJXkSaBl8txwLymIh84dq6eIqhVEYYBEkR0kBusklKaFY357HCBXbe5FDE6lxscQV2iNxKTb2XGLJrSVgKnJk8Sza+uFBS
                LsVDl55htlRy6IwJ7X3tjXsoPfUC1yfLVAW+rjlwpAINQ7bNl6ZNK4lijz3lrE233G3rwTYEhxfsXb341hCbsTRJrQCvmIrn4mK1PibY
                nCnYbqBtLi0lK77WSoZSM4hDNq5IKi1I16UjtnoTS04Xm5q1pjlXTfExhEo5OGc8GHqEf7bRJZdLpcT4m4urKRukg6/RBetabzpGHSgU
                H2oK3LwDW5KkITUn42O0EWFMkWF/dnBhbwk0cKhvFfEjrXHWQdsYSbB1q+DljG01Wtty06XYXJ1vwSePbB0BP1yc2COvPLKD6m384dq0
                YHshsc5k2BDSJmMzMrB343LzGRHmxYaai4EpEYnU76nxIIhppDlS/Q9wQMzfcaAhG/U+MGLEIf61B9n6wzuZUcCVoUp+oKUhN2ZMwK27
                yyGEqPUBNq3IoeKGqzrm/e9jwl0GDTt1sK0OkRdzzvCzQxC5yrGKbdR9rzUW9iXICJ8MB+TeQjEWSVYQVtYApuAxD5kCS++2W0+9BHgQ
                qc7VSOm9cyWYKwQEsNPJBGu6geNKy1Zy6T7oErgLB+1DQ2S1GD0CG8nR4eaAJBKptXSAMaKHMgxMaaRfFAFW5gbZUzLNpDICEhtEZBgi
                i0bkZKQI5wYVBI5BcjSdfM01wHgWt65pLs0BmUx1DXkO3EiFYEWTavEdNgrIMCRWdMRJcqiQBEshGnhVHRu5yLna0pB4YpGyDM8NFWC6
                3gUwontISFzkCIDFIuEyYGogCxSoqVg4ANqGKKOzMNwbIQGRvQlwlKBJM8QR6GWoIfeLh/q9AMECEt83btAVqNwT0leEeoqArJpaRiAU
                ab4a41O2VVsHDBjgHeFbIPSoPPUWSQ343dY2zV9VN76mah2unXOFJC5DigNxHFE16XPVFTTlII0dNfszdU3YchhVy/SDtMBTY2595QBH
                3iM8kC4xxqyz9IJXAf40qAG+JQsvIyul6TwqDuUEfOs+cgRoOnNoB0hAsBSE/IJlSMzBzIbsPDqI/iV6GlZNB3mEL9Ca+R79YoVWbqzM
                T/UAqBjToQtWWOw0bGrDsJw3QIEW4nhArCCoEcmovCYiHMQ0bKmlAQgpVWrUokF8FtQK6nkAxegrhm+TUPrvR+f/hpW1zEgNbVOETaKM
                GgFcQi5r1wDGyHREDEW0AhWEAFWHbgLx6TxKndcN2NfQH+iSCatTBmhZnw1qBLQ1FMlyG0gG+C+YcyHWVmGgENG9AL1ay5KBaBboBSAl
                GEq33GNEgGM1RxOzHYnaurM9wB1AUCA12gbWaLzwA1xm9F8xC2IiQifAELAMsvdiXTc0WmIog/JWUByqm/Mnm7E5O0kof2DgXS3ZppAB
                e6OJQDvH6DVqdsBMi/gJqEOC7iRAdYQIdAb0QuEcnSNv0Qm2GGKCXrHFSsUZMwM7ihMe0O21DLDtSOTEXCBGMDANWiZQdrSEHs1Vq6bx
                CNWERNUJiNtCjujRYoE6SHaNNgrtTNdoXgqCEEjlRsgh1FEC0LQV4K6U6EGKXgHwbFG3dIn4CATY5yrZoRlEhXQDWJAGQRgp8zyex/N4
                Hs/jeTyP5/E8nsf/7TheLPOH3fR6dX05qVOtfAzKocdV1rs36g+N+0OC+eSgX73dTVu1TOvN2fTq5OTb765203xycP9mtcaLd7+c3/hX
                62m3Ov95Wi+W36uX9Sd8nuKbyxEZIh7/T/SPb/bODeLeucH3m3Vd7abPES1Ptpv1+3Ps9vLdhz+vrn/ZKP2Tto7D+NX7XO+Oo8zvHUeJ
                2Tt6YkUP82HvqMkpuZ93xJ8cSzn36fGV9/7pHD6W/aHjq8Xt+RXpxd4J1mL5l+uLjYp391WdqqOVjxQmo8+NnF34C21pIjH4ALdC5+dy
                cayOGEYyqyD24sydn9n1OT5Ag0xB4hrD0/F8gLOd/qXGqdhHx2T4OOW7c7L/ABfZJ4c=
                """)
        }
    }

    /// `ETSI.CAdES.detached`, Ed25519.
    static var ed25519: Data {
        get throws {
            try inflated(
                """
                eNrtWdtuG8kRfZ+vaDAwYCMQp+8XQuJipi9YY6WsICm7QbRGMOK0JMYShxiOLMm/lod8Un4h1UNSpC67gA0kTyyD7JnqquqqU6cpuPvd
                sQt7ZKgygjBqLv6Z7e/nZ4/zmNuqq26aq/y4uooLRGH2ZDzO4qxORvSFcW+U/zStF+csWX7KbXM36xDZuLA3XOCrjWDWR8+PYj2tyubh
                HMMrxRgRjFOgWQc2C8R7o5O4aO7aSVzs74/Hm+h8E/0wzq66a0T0eLzo2ljdZiSFQiIFRW1Elwglt9XkKsBDGy8zMMrwkyApBBNgvtEZ
                tJyZbXSCv9IRLF7rzJZv11bTm9imbE+nXyMS+UnTAForkBdd1XZ9QlTy7N07/3PYak/W44fWDcq2O5TlxaRtQtPeIrl89w+A3mLazBYo
                ufrTjxZtYrj4Jd4089huzLK8rBbxl9imN5QnamyCHCZ7RDJIMv94+vM/0Pk3BaND/CoYg07TLP/rySF6f91188VvWNHfsFDpc39/D4Oc
                Lpo0NO1VUgI8s7pq6/TMhVYizV13tzcftoKfxC/TftH3KR7FlH6ArNGnPvXnCR3FrqoBTGR6yN6i7LrEBHX2jLXZE20Biy3iwkovqJtt
                uJtAS3kUs1kD0+dIJYNlcqu15dbaYRpv6m0zYM1VuKmuFohtuahtlzOUjCBv9B5G8mFdQb8kBLi76Pr3X6f1VQRFQITRlOKkWxWS/sFS
                x4gts/8F6Rf46K0Fn2rdZ1hTzEjAEhtaaMm1lkFhB9tCYVosZ/HSCltMQU9AERgGG/CROPlgIgXMc5ysBIYvXL4ZkfQRiRJsOZLlSFmR
                nFJ0aD7hJHAlCZWF4UJYaykpPAke6zIE4pzlgQdScAbrCFiH0VIKBQGIZoRIGHnSCgEZpawdd9IoChExp1LAM1NYGniy/aKQHaNMMqgM
                xvTNGARnmHFREA3V0n4mWcBiTD+3+M51i+fZwwhM1A4AY9grh7H1BTQGVAGb4HBRaoBNFDRY6AhgVjIXggqacBuY04oYLQumHMOqhFzc
                MhcYPeZEwoezUDhq4XdNWyW4NjhQE5ixXEArXCHLgmIVePIOa28KfYX6oMXQ5m+IAPWvIgBowJoQEj9An9jhn3ILT3O8Z4C0qY/lky/p
                8waKaHiUKzwBZqG0JNIBnlYK6oFiVKqXiHJAFEDBTjpsaSKnEaVgXpTeY6YILiwrcXAees4LTaG0AgtrylIQrkroVCmd1ZAmFYRC8bgQ
                QFhlTOoj5wX2VpXaE2G8IlICzBDPlUEB8Sk1ZWIWSQyXfsl0Waz2EGbfxddv3B1/sEdhJ0LDUg5v7FSDGezy39nDECS86cMBRUiZ48J7
                y5gpqSsZ9ZCmLApPiTTOFc5bib2jgBOzwgvDFOPeai1KoktSCGOZ4h56JjQug7DeE1ISJ4NLrYAyMfHGUkOhsTRAeEoBrsIQGaT1JQAO
                WMtUefkyQ6ADpYERARbCps0EHw0g41ACJ8qyUMJDOCALwFoEgZ0AdI3STnuuCVXO0FCUilEZUruUF9bxYHX6JQAsbcFJ8X/o6zbLAW8j
                bCkMoSUQEooG6inrNASQsIPgp9U5jkWA4qxllsqEiDUMsErMAEgLpYMUsH2hfEjaasp4CAE2i+LaSuCMAp8C/npr2B+BCh20Icx77Qsg
                vMc72clOdrKTnexkJzvZyU528j+XcZaXj108qWZXEZ1jRNJxrjBYIQL/afmEvkHWh279SVyY3nSxRXlRNxdxeHz80+G0i/1J3HrGn51+
                HNqi9qfDOnbV5DrWWX6E3rvVEaYkhBLCOBf67x+2zuHMq3PK9ZHm1kHf344Os/XZOJc668+Z+xPw/R8e5tXkc+zQRbyazg4G//nXvwdo
                Wh8MfhVH+Ghu4/X0x69tPP36l7PJ188TUw9+GGf7D6OH2/ktLIQebm9mi9HDwaBKpY3gOanzAepNus8Hg/njj9Xsc4PwkOkhHoB3W1+O
                TlxY+cLbwSCd/o7y/P7+fnjPhk17lRNjTI5pTukeWOwtHmdd9bA3W/xpHcHFxaSdzrt0mPudkdbZ386f/GaLYV/JcNLc5g/VPCdDnK8N
                51sLPDOECTBkveF8dNTU08tHV3XxYJBat0fIHiVnhI04Hwn9Z4xHGA8QOI2O26a+m8T2FUwolVhdNHfdwWCQQ8n5CrX0+AT/eKuBQIiD
                QZva83sXHPSPLjg43brMYIis9crIjV4ivtYbil9ddBhFXuoI1q8uSeQz3eZCJFveiBCcbd2JZPlHl64aDBaXl0ZeGhHNZVUbM1FqYow0
                JlZKcjpG+7Wi8iIaRqMm+gLXE11NeHVp4gURuK7NuD/TbuMXlO5Wnl22SMnY6rblv23KArU=
                """)
        }
    }

    /// `ETSI.CAdES.detached` twice: P-384 with SHA-384 in the field "Sig1", then P-256 in "Sig2".
    static var two: Data {
        get throws {
            try inflated(
                """
                eNrtW+tuG8cV/s+nWKgIYKOwOGfuI0gK5ooYsRvDdpOiTlBQ5EpmLZECSUeyX60/+kh9hX6z1IWyZNdygiJN99jSLmfOnPs5EvyNv3qW
                yiPaNgNqWDM/+Ptgd3f48t1pO4yj1eh4fjR8Njpqlw3H7vP9/UE7m1Qm/gFzxzT8djpZvhKV86dhnL+drRq6PiLuOIJvixZsnfTh03Yy
                HYX5+SuGj5yxhhirgmYr8Cwb2TE9b5fzt4txu9zd3d+/li6vpT9pZ0er1w3Z/f3latGOTgZURTWqCm0WbXPYNPXYxeaFgPNFezgA04Bd
                UaOVEgrs12uuWe/MrteUvLVGTN1ecxtnV4vR9LhdVGtfTN+3jRo+n88RrYsgL1ejxaoziGs5+Oqr/F3ZSM+gi19zmaDBZoYGQz9ezMt8
                cdLo9ed8jugtp/PZsqlH84vHsbmWkdqf2+P5abu4ZhsMw2jZft8u6qdmWEvjWsiTyt/QAEYOH7/47m/Nq3sJ49vsljCBTPPB8M/PnzQP
                Xq9Wp8sfmeE/MmXq19nZGR56upzXx3xxVBcRntlktJjUd6msUXXv9erk+OGG8Oftz9NO6YMqjzPOH8Lq5qfO9JsGPW1XowmC2bguZHeV
                7KWLNdSDG1U7uCpbxGKjcKHpg9IdXNduDVq1w89mc2y/akxlWBt3oVtv6C7T9niyyYaqOSrHo6NlIzaOmM0jL5vKBLubB3jSw0sPOpUQ
                8PZg1X3+YTo5arFQGhK8mjheXThS/0DVs0asrf++sR/Ex24ovPJ1VzDLmQiOaea4t1paq4thCW1hGPfdrvdrLq8ZxzoJYkUw8OCMZvUM
                I62YYBL7nCmGVxbulEidRCqik0i5rJ9G+nqoSocEkp10z7mnzJSIoooUBgZlHTMl7ciIIDs9HnrsWk/MIsEGyBGMrCDSeErsC6W69ciS
                xGHDNXEmuVZ4F4Zph7fYqYedggst4COe9bsQEl9QrzxZ+M27ncrB8LQ3Ob5Mr6n8DPxmw48aC80UD5YgAx3BhEa1MpnJaBtcKIF8Mkrh
                ryaRDVNFGK8RIvDoKKVyzucYMkIeVEDnhUwWvL6Q8iaxWIiLHIvyScI8YW3JLHEtDFdMhSC8TSmTDFFz6RS2oszey+iFSbJUKwNx0nAi
                ZBmR8mLglpJRMiujzdJKL312hRyLuVDxRrJcT8PnAJ/TOkZ4ZiYJdpOMIRWuYzIUrYV1URIJT9rq6LPVlDgKK/Ka4XJ5Gh8k4o4iRCHe
                QwLyciGBagKolFrBWK91la9sK1d7XW3hMB4Urs5StRsr3OJVX+QZ6VcG2nRCnqNWSEvBuvlYxSK7rurV6DH0F0uKg5GboNEGriSluXKi
                ZKsKyqQox0wmrlNIxnpZAotRpxScMTYHiRfvjTdW6KCkjhax4Dnxkg3KEwl3ay3FB+aNijy5aIW0iorSwgVbdHTSSaEkSoVSUhHyu+RJ
                7HFtkUolBQq+ZEcF9ah9zKgsIznnUgYB77wTVLvbrucH2cv5weqf+3fKPSfDJ+YTWoJi1613TCkHifSx+QXLy51nZJ0L+M6iDIVHr7jl
                RnhpdLZJemRSIqmkZXTRYJbCzYSqdJZ8ViqRhMciYEdKaxwCJp0zKutEECMUuI1KRSaFGqmehQ8toDokiiCVBVOYKnUaKYsgIqhG8Ih4
                RwwwjDhkDgetxPiVEInKVZR9DJwn9AWyiYLgqAMkh6ORq8+1vqOX5P8LeburP5C72jvIYle3uQTugoA+g6JPHsUarbJBx2ItRhc6w+On
                VZSlFE1GuRAVMXiYlaPoXJ0SEcM7ceMx43SMQakSVPaYxUqWOgVQu8pxdItM2TujEfXgRQjRoxmNkLzYqBEM9Al2eLIYghiTJcEWNCR6
                zqL2NOWARW1TdAXdXMdckOi5zHrqqaeeeuqpp5566qmnnnrqqaffKe0PhuHdqn0+mh21zSvWUIWfDDHTEOPmp+YedAkSdMhBmR6v2kUz
                9JP5Qbv97Nm3T6artkMOLnfyyxePt6Of5Bfbk3Y1Gr9uJ4Ph0+ZBuoBcNBEnElIq+9eHG7iBu4WrXEIwG8DEX54+GVxieVLbQYeLdYjd
                7tfnp6Pxm3bVHLRH09ne1r/+8c+tZjrZ2/pBPWVPT2P7evrN+0X74v2fXo7fvxm7ydbX+4Pd853zk9MTKGrOT45ny53zva1RdW0H73V5
                uNV0LKs3e1un774Zzd7MG7Yt7DbbwunF5HDneSoXZ/Fpb6uiVTvD4dnZ2faZ2J4vjobknBsyPuT8ETgeLd/NVqPzR7PlHy4lpHY5XkxP
                VxV8+kJJl9afnF6dmy23O0+2x/OT4fnodEjbbHjJeLqh4AYjNsAoOsbTnafzyfTwXRqt2r2tmrpHRI84vSSxI+WOsn9kbIexrQaHdp4t
                5pO343ZxK0xNdXF0MH+72tvaGsLl4UXU6utV+Pc3EoiC2Nta1PR8DJDlnwJkJd8AX0VDl+vG6et13cjLdcfZLWDWGfpwjZi9Beoavrl2
                DeAO1gguscEGhjsYPk4VGj04NEaOFU3G5EYTd8gO9JgbNTok6Q6FGO03u5CrxGE7nlhzYA8mxiplzARn7MS5CdF+h8Et2p+bigXfAIeN
                FaJHh/9v0GGi+4DEV9x3Y8X9CO5H8H8cwUQfv1HAf5UbBcQ/aCrin7hTIMOn7hSIuOYS9jPuFNDn3CkIco0yBrZ+KnPzToHyRvrIDPmQ
                UvTEZQ7ehZKUyzxF6aQNIUb9+7hToJyoYOVddwo2PRNdBIXk65/PTnqCLKtVyMaYbFLOhtd7BZQqJFx3jeJaqIzfVpP1KhoGQdxxrMos
                o7cR/FYKg1VmSoXt6h0C/F7pY4oO8bdBKGZV9p6XLFMuIljkQZdP3wwQIhglhCskQrRR4cmMoYB4xKoU3I5icB+/GfD5En5bNwOkqXql
                rJdAILruoJaLNTlAYzQ5y4DGcLUhVIg8Kl0U0kYypey0KMk5zzXT1lOVwZAln9EKMRXK9apGJOsIR4PhzjGufAw1X0gvC/VaCU9IfOVT
                MlYEtuuvcNlnvxzVv0dvfmJCVFQ/fCGqzz+K6nPeYejaOiu8cYk5VIhLQUvvTNbCZsVj9jGj3BULXhrS3oTschAxqygzyzndH7XnQmnh
                nUs2GJO0VoVzaEVZ5QAuK1nmTrqCWnLaWak0F8VDtxXZZBd/DdT+l85MFK2t0D18hKOelPRBCW6c1z4zpr0jnksRhSwKMbmCPKACIwYm
                IktMaJReRcsNGimspRSPRrU8oa5lkV6FCrj7qCLJyDGzeFaG6tUJ1HiVbChqlrIJ9SYQtvt/g+ipp5566qmnnnrqqaeeeuqpp57+9+jD
                OwVOWGpICSsaad1v8U7BZ8DFFsfugoutYjfg4qt1Lcz1uttYdxv/v5foSqnj8hZu7IRyn8KNxRfixhM+Mc5arlk7tuNDIQ9aJyYjxw5g
                BWl1jRt3MPEN4JiU0uwCOf431b1n/g==
                """)
        }
    }

    /// A certification signature (DocMDP) that permits no changes.
    static var certified: Data {
        get throws {
            try inflated(
                """
                eNrtWdtu47gZvtdTEC4GmEERi+eDkXhBiSJ2sEk3SNLdorODQrYYx53YMmRl4syr9aKP1FfoT9mOncMskL0oemEatqT/zO//KAPku3Pn
                j0hfJQRhVI/+mRwfp1cPi5DmZVve1pP0vJyEJaKgvRgOkzCvohF9ZtwZpT9Nq+UnFi0/p3l9N28R2bmwV1zgpwlg1kVPz0I1LbN69QnD
                I8UYEYxjoHkLNkvEO6OLsKzvmnFYHh8Ph7vofBf9NMwn7Q0iejhctk0oZwmJoZCIQVET0DVC0W2j3ARYNeE6AaMEPw4khWACzHcyg9aa
                +U4m+AsZweKlzOz5tk05vQ1NrPZy+i0gkV7UNaC1AXnZlk3bFUQlT969K372e+1JOvzQtkHJfoeS1I6b2tfNDMn1c7EC9JbTer5E0bW4
                /JijXQwXvobbehGanVmSZuUy/BKa+ITSSI1dkNNoj0gCRaYfL3/+B/r0pmC0j18EY9BpmqR/vThF72/adrH8DSv6GxYqfu/v7+Eip8s6
                XupmEoUAz7wqmyrec6GViLqbdnb7YS/4Rfg67ZK+j/EopvQDVI0+d6U/Leg8NLM1Oq4en7lzpDvoouFZaMsKcEZmK3rB5u3sYxeSJ4RO
                HhkNMO1xGop4xupkR+tYR8xs5/Ma1J+Qigbruje55V5uPw231b4ZEGrib8vJErE9F7XvcoWiEdSN3sOVfNjOoEsJAe5Gbff867SaBBB4
                RBiNJY7bzUTiB1KdI7au/pcdZJuEei/h41yPGdYUM26wxIZaLbnW0ivsYMUoTG2nZXZtxSSmICeMYM8w2ICPxNEHEykww7zTCwy3OHs1
                Iukikoyz9RWvr0LZ6BS9gReEC6u4zbEiNnMut4TyIrMm806YgrqcG66zLM8l5LGQR6/z5AVzUAPEYZhoRgjoCQc9E6KT59hxJ42iklDM
                qRRwzxSWBu7yLj3UySiTDOYI1/jLGIcvTF5YomHetNNECwxX/dTij+UVBuwZ2Ku9eUQsns6MdQgyDpyFIICBJRBLS5EVSqlCuaJQ1DNl
                ifMyN1GrBJVMFJgqp63IFYZA1FCQ8oLnVudgrzlTIMXKc6lYQXjGOIDvcgP464wJrEVhLfUFd4VnmYY+SG+ZcgyrDIpy65nCtcCcSPgC
                HpkSjBlPWJbrXMAVK0UywCOPScHakDyL8/Zbb2gaB/SASkCnN0QAdDcRSESIeB95CPLIwuKxNv+o6xiCZR4BzR59SVc3JlTDrdx0C5oo
                lJZEOuhWLgUtgMoUYPoO76A7KublUAGNoaMGuOy1KjLImKui4BksDBMXhMhymgvpBbSNcOcKI5l3xlgqsdSWxBgYumQLWAq586TQHCZP
                tCHgmilqDKbC5lnsF7QXZwLaTx00PtoJngMOpFtfZrPOxGYF4/h5O1ffuDZ/5w0B7wGSdevllfeEgcVEvvcGAZj9qz6cERpLxk5zpw3P
                IInBGbfUgikUDIiYHLhbcJ4pq7XnBmrJAQLATVoHwTIuKXBQxsqz5xngj4LCgiGigDUb1y3UL3TMSJmQzBrjdKaUk1J4Sl0mgVZFBlaa
                44IabjxwyUijuZCUeUuk1axQhYFYLHIvt5zY/0FfXucu53LLXAWMgX9yAlB6KYH/XGWFJAbeeNQwizPvqfDGUAdBFESAxQP9MsQBfSm3
                MQaVgKLOlaOSFjkDThcFjivSe2298PBO8XlOqQVQcuud76gMHDYxT57jwziMwziMwziMwziMwziMwziMw/g/HsMkzR7acFHOJwF9wogQ
                RpFkjMMdl5/RG8Z2E7TbGfXT2zY0KLVVPQr98/OfTqdt6HZGt5ri6vJjP7dVcdmvQluOb0KVpGfovdvsNktCKFTDudB//xD3Tq9DE+bj
                8GTDHHKBAp6acr68rpvZWWhv6gpt9qH3FOdlU272qNeuzzRxCzYlfRr3ZLvd+e1W92Y71rzYrt7ubO/t9/7t7DTZnp5wqZPuJKI7Izn+
                YbUox19Ci0ZhMp2f9P7zr3/30LQ66f0qzvDZIg830x+/NeHy21+uxt++jE3V+2GYHK8Gq9liBonQanY7Xw5WJ70yIjqA+yhOe6gzab+c
                9BYPP5bzLzXCfab7uAfeTXU9uHB+4wtPJ714PjBI0/v7+/4969fNJCXGmBTTlNIjsDhaPszbcnU0X/5pG8GF5biZLtq43f8HI22rny0e
                /ebLfjeT/riepatyAdjjdGu42EvwxBAUYMg6w8XgrK6m1w+ubMNJLzLmiJAjSq4IG3A+EPrPGA8w7iFwGpw3dXU3Ds0LmFCcYjmq79qT
                Xi+FKacb1OLtI/zDvQYCIU56TWzP947A6O8dgXG6d9zFgGsbuaZsJ5eIb+WGqxdHYcbo5zIC47lMSoZfOzJL1mdmBCd7p2ZJ+tHFtRU0
                vua4VIIYTmXQUlS6UiMhsBjJ0ZgO0bEOFa6q0lDD6CgQTcbkejTSWAU9UsKYYXe00YSvKJ6+PTmOU0SZzXncfwH52HrX
                """)
        }
    }

    /// Undoes Base64 and the zlib format.
    private static func inflated(_ base64: String) throws -> Data {
        let compressed = Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data()
        return Data(try FlateFilter.inflate(compressed, limit: 1 << 20))
    }
}
