import { testNode } from 'preseal/jest'
import { test } from 'vitest'

test('is not reached', () => void testNode())
