import { erc721 } from 'preseal/contracts'
import {
  decodeErrorResult,
  encodeFunctionData,
  getAbiItem,
  type Hex,
} from 'viem'
import { describe, expect, test } from 'vitest'
import {
  contractAddress as cards,
  deploy,
  expectSame,
  readArtifact,
  type Sent,
} from '../../engine/natives/beside.js'
import { share } from '../../runs.js'
import { addressOf } from '../evm/assemble.js'
import { createRandom, type Random } from '../evm/random.js'

const artifact = readArtifact('OwnedCollection')
const { abi } = artifact
const people = [0xa11ce, 0xb0b, 0xca401].map(addressOf)
const [alice, bob] = people as [Hex, Hex]
const zero = addressOf(0)
const everybody = [...people, zero]
const marker = '0xfe01'

/** Both collections after the same messages, each message compared. */
function send(sent: Sent[], about: string, name = 'Cards') {
  const { native, storage = {} } = erc721({
    address: cards,
    name,
    symbol: 'CARD',
    baseUri: 'https://example.com/',
    owner: alice,
  })
  const deployed = deploy(artifact, [name, 'CARD', alice])
  expect(storage).toEqual(deployed.storage)
  const declared = { code: marker, nonce: 1n, storage } as const
  return expectSame({ deployed, declared }, () => native, sent, about)
}

function randomMessage(random: Random): Sent {
  const who = () => random.pick(everybody)
  const id = () => BigInt(random.below(3))
  const call = (functionName: string, ...args: unknown[]): Sent => ({
    from: random.pick(people),
    data: encodeFunctionData({
      abi: [getAbiItem({ abi, name: functionName, args } as never)],
      args,
    } as never),
    ...(random.chance(0.03) && { value: 1n }),
  })
  const mint = () => ({ ...call('safeMint', who(), id()), from: alice })
  return random.pick<() => Sent>([
    mint,
    mint,
    mint,
    () => call('safeMint', who(), id()),
    () => call('transferFrom', who(), who(), id()),
    () => call('transferFrom', who(), who(), id()),
    () => call('safeTransferFrom', who(), who(), id()),
    () => call('safeTransferFrom', who(), who(), id(), '0x1234'),
    () => call('safeTransferFrom', alice, random.pick([bob, cards]), id()),
    () => call('approve', who(), id()),
    () => call('approve', who(), id()),
    () => call('setApprovalForAll', who(), random.chance(0.7)),
    () => call('burn', id()),
    () => call(random.pick(['ownerOf', 'getApproved', 'tokenURI']), id()),
    () => call('balanceOf', who()),
    () => call('isApprovedForAll', who(), who()),
    () => call(random.pick(['name', 'symbol', 'owner'])),
    () =>
      call(
        'supportsInterface',
        random.pick(['0x80ac58cd', '0x5b5e139f', '0x01ffc9a7', '0xffffffff']),
      ),
    () => call('transferOwnership', random.pick([alice, zero])),
    () => ({ from: alice, data: `0x${random.bytes(4)}` }),
    () => ({ from: alice, data: call('burn', 1n).data.slice(0, 40) as Hex }),
  ])()
}

describe('erc721', () => {
  test('default: plain storage, as OpenZeppelin has it', () => {
    const { storage } = erc721({
      address: cards,
      symbol: 'CARD',
      owners: { 1: alice, 2: bob, 7: alice },
    })
    expect(storage).toMatchInlineSnapshot(`
      {
        "0x0000000000000000000000000000000000000000000000000000000000000000": "0x4341524400000000000000000000000000000000000000000000000000000008",
        "0x0000000000000000000000000000000000000000000000000000000000000001": "0x4341524400000000000000000000000000000000000000000000000000000008",
        "0x3d5f08ca17424ce91ef6d6c19014cf2cfe6d08bfab17bdcb25acf796e78396c7": "0x0000000000000000000000000000000000000000000000000000000000000002",
        "0x679795a0195a1b76cdebb7c51d74e058aee92919b8c3389af86ef24535e8a28c": "0x0000000000000000000000000000000000000000000000000000000000000b0b",
        "0xacd8ef244210bb6898e73c48bf820ed8ecc857a3bab8d79c10e4fa92b1e9ca65": "0x00000000000000000000000000000000000000000000000000000000000a11ce",
        "0xb356a9088a1ffd0244ae4a7b1c10bfbbbd3aeceecef676ec19cc3a3fc03a6b06": "0x0000000000000000000000000000000000000000000000000000000000000001",
        "0xe90b7bceb6e7df5418fb78d8ee546e97c83a08bbccc01a0644d599ccd2a7c2e0": "0x00000000000000000000000000000000000000000000000000000000000a11ce",
      }
    `)
  })

  test.each(['', 'x'.repeat(40)])('behavior: the name %j', (name) => {
    const data = encodeFunctionData({ abi, functionName: 'name' })
    const [named] = send([{ from: alice, data }], name, name)
    expect(named?.status).toBe('success')
  })

  test('behavior: as OpenZeppelin, whatever is sent', () => {
    const seen = new Set<string>()
    for (let seed = 0; seed < share(300, 15); seed++) {
      const random = createRandom(seed)
      const sent = Array.from({ length: 30 }, () => randomMessage(random))
      for (const { status, output } of send(sent, `seed ${seed}`))
        seen.add(
          status === 'success' || output === '0x'
            ? status
            : decodeErrorResult({ abi, data: output }).errorName,
        )
    }
    expect([...seen].sort()).toMatchInlineSnapshot(`
      [
        "ERC721IncorrectOwner",
        "ERC721InsufficientApproval",
        "ERC721InvalidApprover",
        "ERC721InvalidOperator",
        "ERC721InvalidOwner",
        "ERC721InvalidReceiver",
        "ERC721InvalidSender",
        "ERC721NonexistentToken",
        "OwnableInvalidOwner",
        "OwnableUnauthorizedAccount",
        "reverted",
        "success",
      ]
    `)
  })

  test('behavior: without an owner nobody mints or burns', () => {
    const native = (owner?: Hex) =>
      erc721({ address: cards, symbol: 'C', owner }).native
    const input = encodeFunctionData({ abi, functionName: 'owner' })
    const frame = { input, gas: 30_000n, value: 0n } as never
    expect(native()(frame)).toEqual({
      status: 'reverted',
      output: '0x',
      gasUsed: 30_000n,
    })
  })
})
