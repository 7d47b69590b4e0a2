// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Calls several contracts in one call, each of which may be allowed to fail.
contract Batch {
    struct Call {
        address target;
        bool mayFail;
        uint256 value;
        bytes data;
    }

    struct Result {
        bool succeeded;
        bytes output;
    }

    error CallFailed(uint256 index, bytes output);

    function run(
        Call[] calldata calls
    ) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 index; index < calls.length; index++) {
            Call calldata one = calls[index];
            (bool succeeded, bytes memory output) = one.target.call{
                value: one.value
            }(one.data);
            if (!succeeded && !one.mayFail) revert CallFailed(index, output);
            results[index] = Result(succeeded, output);
        }
    }
}
