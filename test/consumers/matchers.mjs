import assert from 'node:assert/strict'
import { createMockNode } from 'preseal'
import { toHaveBalance } from 'preseal/matchers'

const nobody = `0x${'00'.repeat(19)}01`
const { pass, message } = toHaveBalance(createMockNode(), nobody, 1n)
assert.equal(pass, false)
assert.match(message(), /It holds 0 wei/)
