import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { keccak } from 'hash-wasm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWasmKeccak256 } from '../../../src/base/hash/keccak256.js'
import { keccakModule } from '../../../src/base/hash/keccakModule.js'
import { toBytes } from '../../../src/base/hex/hex.js'

beforeEach(() => {
  vi.resetModules()
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const load = () => import('../../../src/base/hash/keccak256.js')

const lengths = [0, 1, 32, 135, 136, 137, 532, 16_383, 16_384, 16_385, 70_000]
const given = lengths.map((length) =>
  Uint8Array.from({ length }, (_, index) => (7 * index + length) % 256),
)
const expected = given.map((bytes) => keccak_256(bytes))

test('WebAssembly hashes from the first hash on, which a script did', async () => {
  const compile = vi.spyOn(WebAssembly, 'Module')
  const { keccak256, loadWasmKeccak } = await load()
  loadWasmKeccak()
  loadWasmKeccak()
  expect(compile).not.toHaveBeenCalled()
  const digests = given.map(keccak256)
  expect(digests).toEqual(expected)
  expect(compile).toHaveBeenCalledTimes(1)
  expect(compile.mock.results[0]?.type).toBe('return')
})

test('a node needs no hash for its first answer, and so compiles nothing', async () => {
  const compile = vi.spyOn(WebAssembly, 'Module')
  const { createMockNode } = await import('../../../src/index.js')
  const { request } = createMockNode().provider
  const params = [`0x${'99'.repeat(20)}`, 'latest'] as const
  expect(await request({ method: 'eth_getBalance', params })).toBe('0x0')
  expect(compile).not.toHaveBeenCalled()
  await request({ method: 'eth_getBlockByNumber', params: ['0x1', false] })
  await request({ method: 'eth_getBlockByNumber', params: ['0x0', false] })
  expect(compile).toHaveBeenCalledTimes(1)
})

test('what is handed back is no view of what the next hash overwrites', () => {
  const hash = createWasmKeccak256()
  const digests = given.map((bytes) => hash?.(bytes))
  expect(digests).toEqual(expected)
})

test.each([
  [
    'a policy forbids it',
    () => ({
      Module: class {
        constructor() {
          throw new Error('forbidden')
        }
      },
    }),
  ],
  ['the platform has none', () => undefined],
])('the script hashes where %s', async (_, webAssembly) => {
  vi.stubGlobal('WebAssembly', webAssembly())
  const { keccak256, loadWasmKeccak } = await load()
  loadWasmKeccak()
  expect(createWasmKeccak256()).toBeUndefined()
  expect([...given, ...given].map(keccak256)).toEqual([
    ...expected,
    ...expected,
  ])
})

test("the module is hash-wasm's, and small enough for every browser", async () => {
  const path = createRequire(import.meta.url).resolve(
    'hash-wasm/dist/keccak.umd.min.js',
  )
  expect(readFileSync(path, 'utf8')).toContain(`data:"${keccakModule}"`)
  expect(atob(keccakModule).length).toBeLessThanOrEqual(4_096)
  const digest = await keccak(given[6] as Uint8Array, 256)
  expect(toBytes(`0x${digest}`)).toEqual(expected[6])
})
