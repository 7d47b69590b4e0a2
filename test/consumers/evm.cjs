const assert = require('node:assert/strict')
const { evm } = require('preseal/evm')

assert.equal(typeof evm().execute, 'function')
