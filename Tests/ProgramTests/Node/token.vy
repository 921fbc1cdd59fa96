# pragma version ^0.4.0
# A plain ERC-20 token. token.hex is what Vyper 0.4.3 makes of it: vyper --evm-version paris -f bytecode token.vy

event Transfer:
    sender: indexed(address)
    receiver: indexed(address)
    value: uint256

symbol: public(String[8])
decimals: public(uint8)
totalSupply: public(uint256)
balanceOf: public(HashMap[address, uint256])

@deploy
def __init__(symbol: String[8], decimals: uint8, supply: uint256):
    self.symbol = symbol
    self.decimals = decimals
    self.totalSupply = supply
    self.balanceOf[msg.sender] = supply
    log Transfer(sender=empty(address), receiver=msg.sender, value=supply)

@external
def transfer(receiver: address, amount: uint256) -> bool:
    self.balanceOf[msg.sender] -= amount
    self.balanceOf[receiver] += amount
    log Transfer(sender=msg.sender, receiver=receiver, value=amount)
    return True
