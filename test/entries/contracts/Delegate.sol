// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// What an account delegates to (EIP-7702): it acts for its owner alone.
contract Delegate {
    event Executed(address indexed target, uint256 value);

    error NotOwner(address sender);

    receive() external payable {}

    function execute(
        address[] calldata targets,
        uint256[] calldata values,
        bytes[] calldata data
    ) external payable {
        if (msg.sender != address(this)) revert NotOwner(msg.sender);
        for (uint256 index; index < targets.length; index++) {
            (bool succeeded, bytes memory output) = targets[index].call{
                value: values[index]
            }(data[index]);
            if (!succeeded)
                assembly {
                    revert(add(output, 32), mload(output))
                }
            emit Executed(targets[index], values[index]);
        }
    }
}
