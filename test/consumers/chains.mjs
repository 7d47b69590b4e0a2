import assert from 'node:assert/strict'
import { createMockNode, isPresealError } from 'preseal'
import { base, profileOf } from 'preseal/chains'
import * as chains from 'viem/chains'

const node = createMockNode({ profile: profileOf(chains.base) })
node.advance(1_000)
const number = await node.provider.request({ method: 'eth_blockNumber' })
assert.equal(number, '0x5')

// The entry has a class of errors of its own, with the same brand.
assert.throws(() => base({ before: 'cobalt' }), isPresealError)
