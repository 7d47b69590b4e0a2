import { keccak_256 } from '@noble/hashes/sha3.js'
import { createKeccak } from 'hash-wasm'
import { beforeEach, expect, test, vi } from 'vitest'

vi.mock('hash-wasm', () => ({ createKeccak: vi.fn() }))

const asked = vi.mocked(createKeccak)

beforeEach(() => {
  vi.resetModules()
  asked.mockReset()
})

async function load() {
  const { keccak256 } = await import('../../src/hash/keccak256.js')
  const { hastenKeccak256 } = await import('../../src/hash/hastenKeccak256.js')
  return { keccak256, hastenKeccak256 }
}

const given = [0, 1, 32, 135, 136, 137, 532, 70_000].map((length) =>
  Uint8Array.from({ length }, (_, index) => (7 * index + length) % 256),
)

test('WebAssembly hashes as the script does, once it is loaded', async () => {
  const { createKeccak: create } =
    await vi.importActual<typeof import('hash-wasm')>('hash-wasm')
  asked.mockImplementation(create)
  const { keccak256, hastenKeccak256 } = await load()
  hastenKeccak256()
  hastenKeccak256()
  expect(asked).not.toHaveBeenCalled()
  const before = given.map(keccak256)
  expect(asked).toHaveBeenCalledTimes(1)
  const hasher = await asked.mock.results[0]?.value
  const digest = vi.spyOn(hasher, 'digest')
  const after = given.map(keccak256)
  expect(digest).toHaveBeenCalledTimes(given.length)
  expect(after).toEqual(before)
  expect(after).toEqual(given.map((bytes) => keccak_256(bytes)))
})

test('the script goes on where WebAssembly may not be loaded', async () => {
  asked.mockRejectedValue(new Error('forbidden'))
  const { keccak256, hastenKeccak256 } = await load()
  hastenKeccak256()
  const before = given.map(keccak256)
  await Promise.resolve()
  expect(given.map(keccak256)).toEqual(before)
  expect(before).toEqual(given.map((bytes) => keccak_256(bytes)))
  expect(asked).toHaveBeenCalledTimes(1)
})
