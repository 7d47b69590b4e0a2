#!/bin/sh
# What cast reads and sends, at $PRESEAL_URL.
set -e
export ETH_RPC_URL="$PRESEAL_URL"
export PATH="$PWD/node_modules/.bin:$PATH"
FROM=0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
KEY=0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d
TO=0x00000000000000000000000000000000000a11ce

test "$(cast chain-id)" = 31337
cast send $TO --value 1 --unlocked --from $FROM > sent.txt
cast send $TO --value 2 --private-key $KEY > sent.txt
test "$(cast balance $TO)" = 3
forge create src/Lock.sol:Lock --broadcast --private-key $KEY \
  --constructor-args 7 > created.txt
LOCK=$(sed -n 's/^Deployed to: //p' created.txt)
test "$(cast call "$LOCK" 'unlockTime()(uint256)')" = 7
cast rpc evm_setNextBlockTimestamp 4000000000 > sent.txt
cast rpc anvil_mine 0x2 0x3c > sent.txt
test "$(cast block latest --field timestamp)" -ge 4000000060
cast rpc anvil_nodeInfo > sent.txt
cast rpc anvil_reset > sent.txt
test "$(cast balance $TO)" = 0
