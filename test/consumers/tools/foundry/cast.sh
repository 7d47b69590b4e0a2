#!/bin/sh
# What cast reads and sends, at $PRESEAL_URL.
set -e
export ETH_RPC_URL="$PRESEAL_URL"
FROM=0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
KEY=0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d
TO=0x00000000000000000000000000000000000a11ce

test "$(npx cast chain-id)" = 31337
npx cast send $TO --value 1 --unlocked --from $FROM > sent.txt
npx cast send $TO --value 2 --private-key $KEY > sent.txt
test "$(npx cast balance $TO)" = 3
npx forge create src/Lock.sol:Lock --broadcast --private-key $KEY \
  --constructor-args 7 > created.txt
LOCK=$(sed -n 's/^Deployed to: //p' created.txt)
test "$(npx cast call "$LOCK" 'unlockTime()(uint256)')" = 7
npx cast rpc evm_setNextBlockTimestamp 4000000000 > sent.txt
npx cast rpc anvil_mine 0x2 0x3c > sent.txt
test "$(npx cast block latest --field timestamp)" -ge 4000000060
npx cast rpc anvil_nodeInfo > sent.txt
npx cast rpc anvil_reset > sent.txt
test "$(npx cast balance $TO)" = 0
