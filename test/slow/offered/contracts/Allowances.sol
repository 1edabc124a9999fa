// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

/** As Safe's module of allowances keeps them, for every Safe that calls it. */
contract Allowances {
  struct Allowance { uint96 amount; uint96 spent; uint16 resetTimeMin; uint32 lastResetMin; uint16 nonce; }
  struct Delegate { address delegate; uint48 prev; uint48 next; }
  mapping(address => mapping(address => mapping(address => Allowance))) public allowances;
  mapping(address => mapping(address => address[])) public tokens;
  mapping(address => uint48) public delegatesStart;
  mapping(address => mapping(uint48 => Delegate)) public delegates;
  event AddDelegate(address indexed safe, address delegate);
  event RemoveDelegate(address indexed safe, address delegate);
  event SetAllowance(address indexed safe, address delegate, address token, uint96 allowanceAmount, uint16 resetTime);
  event DeleteAllowance(address indexed safe, address delegate, address token);
  function addDelegate(address delegate) external {
    uint48 index = uint48(uint160(delegate));
    if (delegates[msg.sender][index].delegate != address(0)) return;
    uint48 first = delegatesStart[msg.sender];
    delegates[msg.sender][index] = Delegate(delegate, 0, first);
    delegates[msg.sender][first].prev = index;
    delegatesStart[msg.sender] = index;
    emit AddDelegate(msg.sender, delegate);
  }
  function removeDelegate(address delegate) external {
    Delegate memory one = delegates[msg.sender][uint48(uint160(delegate))];
    if (one.prev == 0) delegatesStart[msg.sender] = one.next;
    else delegates[msg.sender][one.prev].next = one.next;
    if (one.next != 0) delegates[msg.sender][one.next].prev = one.prev;
    delete delegates[msg.sender][uint48(uint160(delegate))];
    emit RemoveDelegate(msg.sender, delegate);
  }
  function setAllowance(address delegate, address token, uint96 amount, uint16 resetTimeMin) external {
    require(delegates[msg.sender][uint48(uint160(delegate))].delegate == delegate, "no delegate");
    Allowance storage one = allowances[msg.sender][delegate][token];
    if (one.nonce == 0) { one.nonce = 1; tokens[msg.sender][delegate].push(token); }
    one.amount = amount;
    one.resetTimeMin = resetTimeMin;
    emit SetAllowance(msg.sender, delegate, token, amount, resetTimeMin);
  }
  function deleteAllowance(address delegate, address token) external {
    Allowance storage one = allowances[msg.sender][delegate][token];
    (one.amount, one.spent, one.resetTimeMin, one.lastResetMin) = (0, 0, 0, 0);
    emit DeleteAllowance(msg.sender, delegate, token);
  }
  function executeAllowanceTransfer(address safe, address token, uint96 amount) external {
    Allowance storage one = allowances[safe][msg.sender][token];
    one.nonce++;
    one.spent += amount;
    require(one.spent <= one.amount, "spent");
  }
  function getDelegates(address safe, uint48 start, uint8 pageSize) external view returns (address[] memory results, uint48 next) {
    results = new address[](pageSize);
    uint8 count = 0;
    Delegate memory one = delegates[safe][start != 0 ? start : delegatesStart[safe]];
    while (one.delegate != address(0) && count < pageSize) {
      results[count++] = one.delegate;
      one = delegates[safe][one.next];
    }
    next = uint48(uint160(one.delegate));
    assembly { mstore(results, count) }
  }
  function getTokens(address safe, address delegate) external view returns (address[] memory) { return tokens[safe][delegate]; }
  function getTokenAllowance(address safe, address delegate, address token) external view returns (uint256[5] memory) {
    Allowance memory one = allowances[safe][delegate][token];
    return [uint256(one.amount), one.spent, one.resetTimeMin, one.lastResetMin, one.nonce];
  }
}
