const { testNode } = require('preseal/vitest')

test('is not reached', () => void testNode())
