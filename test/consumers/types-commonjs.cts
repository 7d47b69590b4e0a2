// viem's declarations are ES modules only, which `moduleResolution: node16`
// does not let a CommonJS file import; ours must work there all the same.
import { createMockNode } from 'preseal'

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'

const node = createMockNode({ accounts: { [alice]: { balance: 10n } } })
const hash: `0x${string}` = node.preconfirm({ from: alice, to: bob, value: 1n })
node.advance(200)

export const hashes: `0x${string}`[] = [hash]

// @ts-expect-error Types of the package are there, not `any`.
node.preconfirm({ from: alice, to: bob, value: '1' })
