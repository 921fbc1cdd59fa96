extension Currency {
    /// Every code of ISO 4217 (list of 2026-01-01) by the number of its decimals, and the withdrawn codes that rate
    /// histories and old accounts still hold. Metals, funds and units of account, for which the standard gives no minor unit,
    /// are kept to 6 decimals here.
    static let iso4217: [Int: String] = [
        0: """
        ADP BEF BIF BYR CLP DJF ESP GNF GRD ISK ITL JPY KMF KRW LUF PTE PYG ROL RWF
        TRL UGX UYI VND VUV XAF XOF XPF
        """,
        2: """
        AED AFN ALL AMD ANG AOA ARS ATS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL
        BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUC CUP CVE CYP CZK
        DEM DKK DOP DZD EEK EGP ERN ETB EUR FIM FJD FKP FRF GBP GEL GHS GIP GMD GTQ
        GYD HKD HNL HRK HTG HUF IDR IEP ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK
        LBP LKR LRD LSL LTL LVL MAD MDL MGA MKD MMK MNT MOP MRO MRU MTL MUR MVR MWK MXN
        MXV MYR MZN NAD NGN NIO NLG NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD
        RUB SAR SBD SCR SDG SEK SGD SHP SIT SKK SLE SLL SOS SRD SSP STD STN SVC SYP SZL THB
        TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VEF VES WST XAD XCD XCG
        YER ZAR ZMW ZWG ZWL
        """,
        3: """
        BHD IQD JOD KWD LYD OMR TND
        """,
        4: """
        CLF UYW
        """,
        6: """
        XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX
        """,
    ]
}
