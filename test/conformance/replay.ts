import fc from 'fast-check'
import type { Hash, MockNodeOptions, PreconfirmParameters } from 'preseal'
import { describe, expect, test } from 'vitest'
import { share } from '../runs.js'
import { alice, bob, carol, token, word } from './actors.js'
import type { Door, OpenDoor } from './door.js'
import { funded, openBusy } from './stories.js'
import { last, readBlock, readChain, readWhole } from './wire.js'

const steps = [
  { at: 0, type: 'preconfirm', from: alice, to: bob, value: 1n },
  { at: 150, type: 'setBalance', address: carol, value: 7n },
  {
    at: 200,
    type: 'preconfirm',
    from: alice,
    to: token,
    data: '0x01',
    label: 'a',
  },
  { at: 700, type: 'drop', transaction: 'a' },
  { at: 1_900, type: 'preconfirm', from: alice, to: bob, value: 2n },
  {
    at: 2_000,
    type: 'setStorageAt',
    address: token,
    index: 0,
    value: '0x9',
  },
  { at: 2_000, type: 'preconfirm', from: carol, to: bob, value: 3n },
  { at: 3_999, type: 'setNonce', address: bob, nonce: 4 },
  { at: 6_100, type: 'preconfirm', from: bob, to: carol, value: 1n },
] as const satisfies MockNodeOptions['steps']
const options = { ...funded, steps }

async function readAll(door: OpenDoor) {
  const whole = await readWhole(door)
  const balances = await Promise.all(
    [alice, bob, carol].map((who) =>
      door.request('eth_getBalance', [who, 'pending']),
    ),
  )
  return JSON.stringify({ whole, balances })
}

const title = 'F17: the same scenario yields the same bytes'

export function anyCuts(door: Door) {
  describe(title, () => {
    test('default: however time is cut up', async () => {
      const end = 7_000
      const whole = await door.open(options)
      whole.node.advance(end)
      const bytes = await readAll(whole)
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.oneof(
              fc.integer({ min: 0, max: 700 }),
              fc.constantFrom(1, 199, 200, 201, 2_000),
            ),
            { maxLength: 40 },
          ),
          async (cuts) => {
            const opened = await door.open(options)
            let now = 0
            for (const cut of cuts) {
              const ms = Math.min(cut, end - now)
              opened.node.advance(ms)
              now += ms
              // A read between two cuts must not change what comes after.
              if (cut % 2 === 0) await readBlock(opened, 'pending')
            }
            opened.node.advance(end - now)
            expect(await readAll(opened)).toBe(bytes)
          },
        ),
        { numRuns: share(25) },
      )
      const beats = await door.open(options)
      for (let beat = 0; beat < end / 200; beat++) beats.node.nextBeat()
      expect(await readAll(beats)).toBe(bytes)
    })
  })
}

export function replay(door: Door) {
  describe(title, () => {
    test('behavior: verbs instead of steps, between two beats', async () => {
      const later = steps.map((step) => ({ ...step, at: step.at + 30 }))
      const [scripted, driven] = await Promise.all([
        door.open({ ...funded, steps: later }),
        door.open(funded),
      ])
      scripted.node.advance(7_000)
      const { node } = driven
      const hashes = new Map<string, Hash>()
      for (const { at, ...step } of later) {
        node.advance(at - node.now)
        const { type, ...parameters } = step
        switch (step.type) {
          case 'preconfirm': {
            const hash = node.preconfirm(parameters as PreconfirmParameters)
            hashes.set('label' in step ? step.label : '', hash)
            break
          }
          case 'drop':
            node.drop(hashes.get(step.transaction) ?? word(0))
            break
          case 'setBalance':
            node.setBalance({ address: step.address, value: step.value })
            break
          case 'setNonce':
            node.setNonce({ address: step.address, nonce: step.nonce })
            break
          case 'setStorageAt': {
            const { address, index, value } = step
            node.setStorageAt({ address, index, value })
          }
        }
      }
      node.advance(7_000 - node.now)
      expect(await readAll(driven)).toBe(await readAll(scripted))
    })

    test('behavior: two nodes of the same options', async () => {
      const [one, two] = await Promise.all([openBusy(door), openBusy(door)])
      expect(await readAll(one)).toBe(await readAll(two))
    })

    test('behavior: asking twice', async () => {
      const opened = await openBusy(door)
      expect(await readAll(opened)).toBe(await readAll(opened))
      expect(last(await readChain(opened)).transactions).toHaveLength(3)
    })
  })
}
