import Blockchain

let chain = Chain.predicted(forSymbol: "ETH") ?? .bitcoin
print(chain.name, try chain.address("0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"))
do { _ = try Chain.bitcoin.address("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb") } catch { print(error) }
