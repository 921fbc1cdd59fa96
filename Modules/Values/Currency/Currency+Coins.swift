extension Currency {
    /// The usual coins by the number of decimals of their smallest unit.
    static let coins: [Int: String] = [
        0: "NEO",
        4: "EOS",
        6: "ADA ALGO ATOM EURC IOTA LUNA PYUSD STX TIA TRX USDC USDT XRP XTZ",
        7: "XLM",
        8: "APT BCH BSV BTC DASH DGB DOGE FLOW HBAR ICP KAS LTC QTUM RUNE RVN VTC WBTC ZEC ZEN",
        9: "MINA SOL SUI TON",
        10: "DOT",
        12: "KSM XMR",
        18: """
        AAVE APE ARB AVAX AXS BAL BAT BNB CAKE CELO CFX CHZ COMP CRO CRV DAI DYDX EGLD ENJ ENS ETC ETH
        FET FIL FRAX FTM GLMR GNO GRT IMX INJ KAVA LDO LINK LRC MANA MATIC MKR ONE OP PAXG PEPE POL QNT RETH
        RPL SAND SHIB SNX STETH SUSHI UNI USDE VET WETH WLD WSTETH XDC YFI ZRX
        """,
        24: "NEAR",
    ]

    /// The names of the coins.
    static let coinNames = """
        AAVE Aave
        ADA Cardano
        ALGO Algorand
        APE ApeCoin
        APT Aptos
        ARB Arbitrum
        ATOM Cosmos
        AVAX Avalanche
        AXS Axie Infinity
        BAL Balancer
        BAT Basic Attention Token
        BCH Bitcoin Cash
        BNB BNB
        BSV Bitcoin SV
        BTC Bitcoin
        CAKE PancakeSwap
        CELO Celo
        CFX Conflux
        CHZ Chiliz
        COMP Compound
        CRO Cronos
        CRV Curve
        DAI Dai
        DASH Dash
        DGB DigiByte
        DOGE Dogecoin
        DOT Polkadot
        DYDX dYdX
        EGLD MultiversX
        ENJ Enjin Coin
        ENS Ethereum Name Service
        EOS EOS
        ETC Ethereum Classic
        ETH Ether
        EURC Euro Coin
        FET Artificial Superintelligence Alliance
        FIL Filecoin
        FLOW Flow
        FRAX Frax
        FTM Fantom
        GLMR Moonbeam
        GNO Gnosis
        GRT The Graph
        HBAR Hedera
        ICP Internet Computer
        IMX Immutable
        INJ Injective
        IOTA IOTA
        KAS Kaspa
        KAVA Kava
        KSM Kusama
        LDO Lido
        LINK Chainlink
        LRC Loopring
        LTC Litecoin
        LUNA Terra
        MANA Decentraland
        MATIC Matic
        MINA Mina
        MKR Maker
        NEAR NEAR
        NEO Neo
        ONE Harmony
        OP Optimism
        PAXG PAX Gold
        PEPE Pepe
        POL Polygon
        PYUSD PayPal USD
        QNT Quant
        QTUM Qtum
        RETH Rocket Pool ETH
        RPL Rocket Pool
        RUNE THORChain
        RVN Ravencoin
        SAND The Sandbox
        SHIB Shiba Inu
        SNX Synthetix
        SOL Solana
        STETH Lido Staked Ether
        STX Stacks
        SUI Sui
        SUSHI Sushi
        TIA Celestia
        TON Toncoin
        TRX Tron
        UNI Uniswap
        USDC USD Coin
        USDE Ethena USDe
        USDT Tether
        VET VeChain
        VTC Vertcoin
        WBTC Wrapped Bitcoin
        WETH Wrapped Ether
        WLD Worldcoin
        WSTETH Wrapped Staked Ether
        XDC XDC
        XLM Stellar Lumen
        XMR Monero
        XRP XRP
        XTZ Tezos
        YFI yearn.finance
        ZEC Zcash
        ZEN Horizen
        ZRX 0x
        """
}
