import { describe, test } from 'vitest'
import { tellMany } from './tellMany.js'

describe('the node and its model', () => {
  test('default: they agree on every read and event', () => tellMany(1))
})
