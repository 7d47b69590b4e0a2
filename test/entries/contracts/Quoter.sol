// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IPair {
    function getReserves() external view returns (uint112, uint112, uint32);
}

/// What a path through pairs gives, as routers work it out.
contract Quoter {
    function quote(
        IPair[] calldata pairs,
        uint256 amount
    ) external view returns (uint256) {
        for (uint256 hop; hop < pairs.length; hop++) {
            (uint256 held, uint256 other, ) = pairs[hop].getReserves();
            uint256 taken = amount * 997;
            amount = (taken * other) / (held * 1000 + taken);
        }
        return amount;
    }
}
