// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Lock} from "../src/Lock.sol";

interface Vm {
    function startBroadcast() external;
    function stopBroadcast() external;
}

/// Two creations and a call, which forge sends without waiting between them.
contract Deploy {
    Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    function run() external {
        vm.startBroadcast();
        Lock first = new Lock{value: 1 gwei}(0);
        new Lock{salt: 0}(1);
        first.withdraw();
        vm.stopBroadcast();
    }
}
