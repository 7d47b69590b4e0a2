import { expect, test } from 'vitest'
import type { StateReader } from '../../../src/engine/engine.js'
import {
  accountOf,
  checkpoint,
  createWorld,
  rollBack,
  touch,
  warmAccount,
} from '../../../src/engine/world/world.js'

const reader: StateReader = {
  balance: () => 0n,
  nonce: () => 0n,
  code: () => '0x',
  slot: () => '0x',
  hasStorage: () => false,
}

test('an account stayed warm or touched after what failed, or was no longer so', () => {
  const world = createWorld(reader)
  const before = accountOf(world, '0xaa')
  touch(world, before)
  warmAccount(world, before)
  const within = accountOf(world, '0xbb')
  const start = checkpoint(world)
  for (const account of [before, within]) {
    touch(world, account)
    warmAccount(world, account)
  }
  expect(within).toMatchObject({ isTouched: true, isWarm: true })
  rollBack(world, start)
  expect(within).toMatchObject({ isTouched: false, isWarm: false })
  expect(before).toMatchObject({ isTouched: true, isWarm: true })
})
