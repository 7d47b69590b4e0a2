// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract Lock {
    uint256 public immutable unlockTime;
    address payable public immutable owner;

    event Withdrawal(uint256 amount, uint256 when);

    error TooEarly(uint256 until);

    constructor(uint256 until) payable {
        unlockTime = until;
        owner = payable(msg.sender);
    }

    function withdraw() external {
        if (block.timestamp < unlockTime) revert TooEarly(unlockTime);
        require(msg.sender == owner, "not the owner");
        emit Withdrawal(address(this).balance, block.timestamp);
        owner.transfer(address(this).balance);
    }
}
