import { createMPT, verifyMPTWithMerkleProof } from '@ethereumjs/mpt'
import { decodeRlp, hexlify, keccak256 } from 'ethers'
import type { Address, Hex, MockNodeOptions } from 'preseal'
import { hexToBytes } from 'viem'
import { describe, expect, test } from 'vitest'
import { alice, bob, ether, miner, nobody, token, word } from './actors.js'
import type { Door, OpenDoor } from './door.js'
import { busy, openBusy } from './stories.js'
import { readBlock } from './wire.js'

type Proof = {
  address: Address
  accountProof: Hex[]
  balance: Hex
  codeHash: Hex
  nonce: Hex
  storageHash: Hex
  storageProof: { key: Hex; value: Hex; proof: Hex[] }[]
}

const prove = ({ request }: OpenDoor, ...params: unknown[]) =>
  request<Proof>('eth_getProof', params)

/** What a proof shows to stand at a key under a root; null: nothing does. */
async function proved(root: Hex, key: Hex, proof: Hex[]): Promise<Hex | null> {
  if (proof.length === 0) return null
  const found = await verifyMPTWithMerkleProof(
    await createMPT(),
    hexToBytes(root),
    hexToBytes(keccak256(key) as Hex),
    proof.map((node) => hexToBytes(node)),
  )
  return found === null ? null : (hexlify(found) as Hex)
}

const quantity = (hex: unknown) =>
  hex === '0x' ? '0x0' : `0x${BigInt(hex as string).toString(16)}`

/** Holds a proof against the root, with code that preseal does not use. */
async function expectProved(stateRoot: Hex, proof: Proof) {
  const leaf = await proved(stateRoot, proof.address, proof.accountProof)
  if (leaf === null) {
    expect(proof).toMatchObject({
      balance: '0x0',
      nonce: '0x0',
      codeHash: word(0),
      storageHash: word(0),
    })
    return
  }
  const [nonce, balance, storageHash, codeHash] = decodeRlp(leaf) as string[]
  expect({
    nonce: quantity(nonce),
    balance: quantity(balance),
    storageHash,
    codeHash,
  }).toEqual({
    nonce: proof.nonce,
    balance: proof.balance,
    storageHash: proof.storageHash,
    codeHash: proof.codeHash,
  })
  for (const { key, value, proof: way } of proof.storageProof) {
    const item = await proved(proof.storageHash, word(BigInt(key)), way)
    expect(item === null ? '0x0' : quantity(decodeRlp(item))).toBe(value)
  }
}

const slots = [word(1), '0x9', word(77), '0x1234']
const accounts = [alice, bob, miner, nobody, token, word(7).slice(0, 42)]

export function proofs(door: Door) {
  describe('eth_getProof', () => {
    test('default: every account and slot, under the root of every block', async () => {
      const opened = await openBusy(door)
      for (const selector of ['0x0', '0x1', '0x3', 'latest']) {
        const { stateRoot } = await readBlock(opened, selector)
        for (const address of accounts) {
          const proof = await prove(opened, address, slots, selector)
          expect(proof.address).toBe(address)
          expect(proof.storageProof.map(({ key }) => key)).toEqual(slots)
          await expectProved(stateRoot, proof)
        }
      }
    })

    test('behavior: among many accounts and slots', async () => {
      const many = (count: number) =>
        Array.from({ length: count }, (_, at) => word(at + 1))
      const opened = await door.open({
        accounts: Object.fromEntries(
          many(120).map((name, at) => [
            `0x${name.slice(26)}`,
            {
              balance: BigInt(at),
              storage: Object.fromEntries(
                many(at % 40).map((slot) => [slot, slot]),
              ),
            },
          ]),
        ) as MockNodeOptions['accounts'],
      })
      const { stateRoot, hash } = await readBlock(opened, 'latest')
      for (const at of [1, 2, 40, 80, 110, 121])
        await expectProved(
          stateRoot,
          await prove(opened, `0x${word(at).slice(26)}`, many(45), {
            blockHash: hash,
          }),
        )
    })

    test('behavior: what was set since is not in the root, and not proved', async () => {
      const opened = await door.open({
        accounts: { [alice]: { balance: ether } },
      })
      opened.node.nextBlock()
      opened.node.setBalance({ address: alice, value: 1n })
      const { balance } = await prove(opened, alice, [], 'latest')
      expect(BigInt(balance)).toBe(ether)
      opened.node.nextBlock()
      expect(await prove(opened, alice, [], 'latest')).toMatchObject({
        balance: '0x1',
      })
    })

    test('behavior: an empty account, and an empty slot of one that is there', async () => {
      const opened = await openBusy(door)
      expect(await prove(opened, nobody, [word(1)], 'latest')).toMatchObject({
        balance: '0x0',
        nonce: '0x0',
        codeHash: word(0),
        storageHash: word(0),
        storageProof: [{ key: word(1), value: '0x0', proof: [] }],
      })
      expect(await prove(opened, bob, [], 'latest')).toMatchObject({
        codeHash: keccak256('0x'),
        storageHash: keccak256('0x80'),
        storageProof: [],
      })
    })

    test('options: the pending block, where every beat has its root', async () => {
      const opened = await openBusy(door, { pendingStateRoot: 'everyBeat' })
      const { stateRoot } = await readBlock(opened, 'pending')
      for (const address of accounts)
        await expectProved(
          stateRoot,
          await prove(opened, address, slots, 'pending'),
        )
    })

    test('error: the pending block, where it has no root', async () => {
      const opened = await door.open(busy.options)
      expect(
        await opened.refused({
          method: 'eth_getProof',
          params: [alice, [], 'pending'],
        }),
      ).toEqual({
        code: -32000,
        message: expect.stringContaining('no state root until it is sealed'),
      })
    })

    test('error: a block that is not held, or was imported', async () => {
      const donor = await openBusy(door)
      const block = await readBlock(donor, '0x1')
      const opened = await door.open({ importedBlocks: [{ block }] })
      const refusal = (selector: unknown) =>
        opened.refused({
          method: 'eth_getProof',
          params: [alice, [], selector],
        })
      expect(await refusal('latest')).toMatchObject({
        code: -32000,
        message: expect.stringContaining('imported'),
      })
      expect(await refusal('0x99')).toEqual({
        code: -32001,
        message: 'block not found: 0x99',
      })
    })
  })
}
