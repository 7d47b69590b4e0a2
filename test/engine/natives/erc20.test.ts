import {
  decodeErrorResult,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { erc20Account, erc20Of } from '../../../src/engine/natives/erc20.js'
import { addressOf } from '../../entries/evm/assemble.js'
import { createRandom, type Random } from '../../entries/evm/random.js'
import { share } from '../../runs.js'
import {
  deploy,
  expectSame,
  readArtifact,
  type Sent,
  contractAddress as token,
} from './beside.js'

const artifact = readArtifact('OwnedToken')
const { abi } = artifact
const people = [0xa11ce, 0xb0b, 0xca401].map(addressOf)
const owner = people[0] as Hex
const zero = addressOf(0)
const everybody = [...people, zero, token]

function declare(name: string, symbol: string) {
  const account = erc20Account({
    type: 'erc20',
    address: token,
    name,
    symbol,
    decimals: 6,
    owner,
  })
  return { ...account, nonce: 1n }
}

/** Both tokens after the same messages, each message compared. */
function send(sent: Sent[], about: string, name = 'A token') {
  const deployed = deploy(artifact, [name, 'TKN', owner])
  const declared = declare(name, 'TKN')
  expect(declared.storage).toEqual(deployed.storage)
  return expectSame({ deployed, declared }, erc20Of, sent, about)
}

const max = 2n ** 256n - 1n

function randomMessage(random: Random): Sent {
  const who = () => random.pick(everybody)
  const amount = random.pick([0n, 1n, 5n, 7n, 100n, max])
  const call = (functionName: string, ...args: unknown[]): Sent => ({
    // Calls without a sender come from the zero address.
    from: random.pick([...people, zero]),
    data: encodeFunctionData({ abi, functionName, args }),
    ...(random.chance(0.03) && { value: 1n }),
  })
  return random.pick<() => Sent>([
    () => call('transfer', who(), amount),
    () => call('transfer', who(), amount),
    () => call('approve', who(), amount),
    () => call('transferFrom', who(), who(), amount),
    () => call('transferFrom', owner, who(), amount),
    () => call('mint', who(), amount),
    () => ({ ...call('mint', who(), amount), from: owner }),
    () => call('burn', amount),
    () => call('burnFrom', who(), amount),
    () => call('balanceOf', who()),
    () => call('allowance', who(), who()),
    () =>
      call(random.pick(['totalSupply', 'owner', 'name', 'symbol', 'decimals'])),
    () => call('transferOwnership', random.pick([owner, owner, zero])),
    () => ({ from: owner, data: `0x${random.bytes(4)}` }),
    () => ({
      from: owner,
      data: call('transfer', who(), amount).data.slice(0, 100) as Hex,
    }),
    () => ({
      from: owner,
      data: call('transfer', token, 1n).data.replace(
        '0'.repeat(24),
        '1'.repeat(24),
      ) as Hex,
    }),
  ])()
}

describe('erc20', () => {
  test('default: an account with storage as OpenZeppelin has it', () => {
    const { code, storage } = erc20Account({
      type: 'erc20',
      address: token,
      symbol: 'USDC',
      decimals: 6,
      balances: { [owner]: 5n, [zero]: 0n },
    })
    expect(code).toMatchInlineSnapshot(`"0xfe65726332300600"`)
    expect(storage).toMatchInlineSnapshot(`
      {
        "0x0000000000000000000000000000000000000000000000000000000000000002": "0x0000000000000000000000000000000000000000000000000000000000000005",
        "0x0000000000000000000000000000000000000000000000000000000000000003": "0x5553444300000000000000000000000000000000000000000000000000000008",
        "0x0000000000000000000000000000000000000000000000000000000000000004": "0x5553444300000000000000000000000000000000000000000000000000000008",
        "0x9ee878158fd03ad640d4a0705a30c697ca9fe067e51ec5dde8bf6b55f41c298c": "0x0000000000000000000000000000000000000000000000000000000000000005",
      }
    `)
  })

  const texts = [
    '',
    'A',
    'x'.repeat(31),
    'x'.repeat(32),
    'Ünïcödé '.repeat(9),
    'x'.repeat(96),
  ]

  test.each(texts)('behavior: the name %j', (name) => {
    const data = encodeFunctionData({ abi, functionName: 'name' })
    const [{ output } = { output: '0x' as const }] = send(
      [{ from: owner, data }],
      name,
      name,
    )
    expect(
      decodeFunctionResult({ abi, functionName: 'name', data: output }),
    ).toBe(name)
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
        "ERC20InsufficientAllowance",
        "ERC20InsufficientBalance",
        "ERC20InvalidApprover",
        "ERC20InvalidReceiver",
        "ERC20InvalidSender",
        "ERC20InvalidSpender",
        "OwnableInvalidOwner",
        "OwnableUnauthorizedAccount",
        "Panic",
        "reverted",
        "success",
      ]
    `)
  })

  test('behavior: other code is not its', () => {
    expect(erc20Of('0xfe')).toBe(undefined)
    expect(erc20Of('0x6001')).toBe(undefined)
  })
})
