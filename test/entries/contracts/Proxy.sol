// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";

contract Proxy is ERC1967Proxy {
    constructor(
        address implementation,
        bytes memory data
    ) payable ERC1967Proxy(implementation, data) {}
}

/// Behind a proxy, it writes the proxy's storage.
contract Counter {
    event Counted(address indexed by, uint256 count);

    error TooHigh(uint256 count);

    uint256 public count;

    function add(uint256 more) external returns (uint256) {
        count += more;
        if (count > 100) revert TooHigh(count);
        emit Counted(msg.sender, count);
        return count;
    }
}
