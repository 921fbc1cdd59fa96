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
}
