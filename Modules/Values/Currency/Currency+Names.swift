extension Currency {
    /// The English names of ISO 4217's codes: written by `swift Tools/CurrencyNames/CurrencyNames.swift`.
    static let names = """
        ADP Andorran Peseta
        AED United Arab Emirates Dirham
        AFN Afghan Afghani
        ALL Albanian Lek
        AMD Armenian Dram
        ANG Netherlands Antillean Guilder
        AOA Angolan Kwanza
        ARS Argentine Peso
        ATS Austrian Schilling
        AUD Australian Dollar
        AWG Aruban Florin
        AZN Azerbaijani Manat
        BAM Bosnia-Herzegovina Convertible Mark
        BBD Barbadian Dollar
        BDT Bangladeshi Taka
        BEF Belgian Franc
        BGN Bulgarian Lev
        BHD Bahraini Dinar
        BIF Burundian Franc
        BMD Bermudan Dollar
        BND Brunei Dollar
        BOB Bolivian Boliviano
        BOV Bolivian Mvdol
        BRL Brazilian Real
        BSD Bahamian Dollar
        BTN Bhutanese Ngultrum
        BWP Botswanan Pula
        BYN Belarusian Ruble
        BYR Belarusian Ruble (2000–2016)
        BZD Belize Dollar
        CAD Canadian Dollar
        CDF Congolese Franc
        CHE WIR Euro
        CHF Swiss Franc
        CHW WIR Franc
        CLF Chilean Unit of Account (UF)
        CLP Chilean Peso
        CNY Chinese Yuan
        COP Colombian Peso
        COU Colombian Real Value Unit
        CRC Costa Rican Colón
        CUC Cuban Convertible Peso
        CUP Cuban Peso
        CVE Cape Verdean Escudo
        CYP Cypriot Pound
        CZK Czech Koruna
        DEM German Mark
        DJF Djiboutian Franc
        DKK Danish Krone
        DOP Dominican Peso
        DZD Algerian Dinar
        EEK Estonian Kroon
        EGP Egyptian Pound
        ERN Eritrean Nakfa
        ESP Spanish Peseta
        ETB Ethiopian Birr
        EUR Euro
        FIM Finnish Markka
        FJD Fijian Dollar
        FKP Falkland Islands Pound
        FRF French Franc
        GBP British Pound
        GEL Georgian Lari
        GHS Ghanaian Cedi
        GIP Gibraltar Pound
        GMD Gambian Dalasi
        GNF Guinean Franc
        GRD Greek Drachma
        GTQ Guatemalan Quetzal
        GYD Guyanaese Dollar
        HKD Hong Kong Dollar
        HNL Honduran Lempira
        HRK Croatian Kuna
        HTG Haitian Gourde
        HUF Hungarian Forint
        IDR Indonesian Rupiah
        IEP Irish Pound
        ILS Israeli New Shekel
        INR Indian Rupee
        IQD Iraqi Dinar
        IRR Iranian Rial
        ISK Icelandic Króna
        ITL Italian Lira
        JMD Jamaican Dollar
        JOD Jordanian Dinar
        JPY Japanese Yen
        KES Kenyan Shilling
        KGS Kyrgystani Som
        KHR Cambodian Riel
        KMF Comorian Franc
        KPW North Korean Won
        KRW South Korean Won
        KWD Kuwaiti Dinar
        KYD Cayman Islands Dollar
        KZT Kazakhstani Tenge
        LAK Laotian Kip
        LBP Lebanese Pound
        LKR Sri Lankan Rupee
        LRD Liberian Dollar
        LSL Lesotho Loti
        LTL Lithuanian Litas
        LUF Luxembourgian Franc
        LVL Latvian Lats
        LYD Libyan Dinar
        MAD Moroccan Dirham
        MDL Moldovan Leu
        MGA Malagasy Ariary
        MKD Macedonian Denar
        MMK Myanmar Kyat
        MNT Mongolian Tugrik
        MOP Macanese Pataca
        MRO Mauritanian Ouguiya (1973–2017)
        MRU Mauritanian Ouguiya
        MTL Maltese Lira
        MUR Mauritian Rupee
        MVR Maldivian Rufiyaa
        MWK Malawian Kwacha
        MXN Mexican Peso
        MXV Mexican Investment Unit
        MYR Malaysian Ringgit
        MZN Mozambican Metical
        NAD Namibian Dollar
        NGN Nigerian Naira
        NIO Nicaraguan Córdoba
        NLG Dutch Guilder
        NOK Norwegian Krone
        NPR Nepalese Rupee
        NZD New Zealand Dollar
        OMR Omani Rial
        PAB Panamanian Balboa
        PEN Peruvian Sol
        PGK Papua New Guinean Kina
        PHP Philippine Peso
        PKR Pakistani Rupee
        PLN Polish Zloty
        PTE Portuguese Escudo
        PYG Paraguayan Guarani
        QAR Qatari Riyal
        ROL Romanian Leu (1952–2006)
        RON Romanian Leu
        RSD Serbian Dinar
        RUB Russian Ruble
        RWF Rwandan Franc
        SAR Saudi Riyal
        SBD Solomon Islands Dollar
        SCR Seychellois Rupee
        SDG Sudanese Pound
        SEK Swedish Krona
        SGD Singapore Dollar
        SHP St. Helena Pound
        SIT Slovenian Tolar
        SKK Slovak Koruna
        SLE Sierra Leonean Leone
        SLL Sierra Leonean Leone (1964—2022)
        SOS Somali Shilling
        SRD Surinamese Dollar
        SSP South Sudanese Pound
        STD São Tomé & Príncipe Dobra (1977–2017)
        STN São Tomé & Príncipe Dobra
        SVC Salvadoran Colón
        SYP Syrian Pound
        SZL Swazi Lilangeni
        THB Thai Baht
        TJS Tajikistani Somoni
        TMT Turkmenistani Manat
        TND Tunisian Dinar
        TOP Tongan Paʻanga
        TRL Turkish Lira (1922–2005)
        TRY Turkish Lira
        TTD Trinidad & Tobago Dollar
        TWD New Taiwan Dollar
        TZS Tanzanian Shilling
        UAH Ukrainian Hryvnia
        UGX Ugandan Shilling
        USD US Dollar
        USN US Dollar (Next day)
        UYI Uruguayan Peso (Indexed Units)
        UYU Uruguayan Peso
        UYW Uruguayan Nominal Wage Index Unit
        UZS Uzbekistani Som
        VED Bolívar Soberano
        VEF Venezuelan Bolívar (2008–2018)
        VES Venezuelan Bolívar
        VND Vietnamese Dong
        VUV Vanuatu Vatu
        WST Samoan Tala
        XAD Arab Accounting Dinar
        XAF Central African CFA Franc
        XAG Silver
        XAU Gold
        XBA European Composite Unit
        XBB European Monetary Unit
        XBC European Unit of Account (XBC)
        XBD European Unit of Account (XBD)
        XCD East Caribbean Dollar
        XCG Caribbean guilder
        XDR Special Drawing Rights
        XOF West African CFA Franc
        XPD Palladium
        XPF CFP Franc
        XPT Platinum
        XSU Sucre
        XTS Code for tests
        XUA ADB Unit of Account
        XXX No currency
        YER Yemeni Rial
        ZAR South African Rand
        ZMW Zambian Kwacha
        ZWG Zimbabwean Gold
        ZWL Zimbabwean Dollar (2009–2024)
        """
}
