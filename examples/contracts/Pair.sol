// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// A pool of two tokens: the product of what it holds never falls, and 0.3 %
/// of what comes in stays.
contract Pair {
    using SafeERC20 for IERC20;

    event Sync(uint112 reserve0, uint112 reserve1);
    event Swap(
        address indexed sender,
        address indexed to,
        address tokenIn,
        uint256 amountIn,
        uint256 amountOut
    );

    error UnknownToken(address token);
    error InsufficientOutput(uint256 amountOut, uint256 minimum);

    IERC20 public immutable token0;
    IERC20 public immutable token1;
    uint112 private reserve0;
    uint112 private reserve1;
    uint32 private changedAt;

    constructor(IERC20 first, IERC20 second) {
        (token0, token1) = (first, second);
    }

    function getReserves() external view returns (uint112, uint112, uint32) {
        return (reserve0, reserve1, changedAt);
    }

    /// Takes liquidity, which it keeps.
    function add(uint256 amount0, uint256 amount1) external {
        token0.safeTransferFrom(msg.sender, address(this), amount0);
        token1.safeTransferFrom(msg.sender, address(this), amount1);
        sync();
    }

    function quote(
        address tokenIn,
        uint256 amountIn
    ) public view returns (uint256) {
        if (tokenIn != address(token0) && tokenIn != address(token1))
            revert UnknownToken(tokenIn);
        (uint256 held, uint256 other) = tokenIn == address(token0)
            ? (reserve0, reserve1)
            : (reserve1, reserve0);
        uint256 taken = amountIn * 997;
        return (taken * other) / (held * 1000 + taken);
    }

    function swap(
        address tokenIn,
        uint256 amountIn,
        uint256 minimum,
        address to
    ) external returns (uint256 amountOut) {
        amountOut = quote(tokenIn, amountIn);
        if (amountOut < minimum) revert InsufficientOutput(amountOut, minimum);
        (IERC20 given, IERC20 taken) = tokenIn == address(token0)
            ? (token0, token1)
            : (token1, token0);
        given.safeTransferFrom(msg.sender, address(this), amountIn);
        taken.safeTransfer(to, amountOut);
        sync();
        emit Swap(msg.sender, to, tokenIn, amountIn, amountOut);
    }

    function sync() private {
        reserve0 = uint112(token0.balanceOf(address(this)));
        reserve1 = uint112(token1.balanceOf(address(this)));
        changedAt = uint32(block.timestamp);
        emit Sync(reserve0, reserve1);
    }
}
