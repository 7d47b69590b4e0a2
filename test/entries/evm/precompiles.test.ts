import { generateKeyPairSync, sign } from 'node:crypto'
import { Common, Hardfork, Mainnet } from '@ethereumjs/common'
import { createEVM, getActivePrecompiles } from '@ethereumjs/evm'
import { bytesToHex, hexToBytes, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createRules } from '../../../src/entries/evm/rules.js'
import { share } from '../../runs.js'
import { addressOf } from './assemble.js'
import { createRandom, type Random } from './random.js'

const hardforks = { prague: Hardfork.Prague, osaka: Hardfork.Osaka }
type Name = keyof typeof hardforks

/** What ours and those of ethereumjs make of an input. */
async function runBoth(name: Name, position: number, input: string) {
  const common = new Common({ chain: Mainnet, hardfork: hardforks[name] })
  const address = addressOf(position)
  const other = getActivePrecompiles(common).get(address.slice(2))
  const own = createRules(name, undefined).precompiles.get(address)
  if (other === undefined || own === undefined) throw new Error(address)
  const data = hexToBytes(`0x${input}`)
  const gasLimit = 10n ** 15n
  const _EVM = await createEVM({ common })
  const result = await other({ data, gasLimit, common, _EVM })
  const output = own.run(data)
  return [
    output && { output: bytesToHex(output), gas: BigInt(own.gas(data)) },
    result.exceptionError === undefined
      ? {
          output: bytesToHex(result.returnValue),
          gas: result.executionGasUsed,
        }
      : undefined,
  ] as const
}

const word = (value: number | bigint) => value.toString(16).padStart(64, '0')

function modexpInput(random: Random, most: number): string {
  const length = () =>
    random.pick([0, 1, 8, 31, 32, 33, 64, random.below(most)])
  const lengths = [length(), length(), length()]
  const values = lengths.map((count) =>
    random.chance(0.1) ? '00'.repeat(count) : random.bytes(count),
  )
  const whole = `${lengths.map(word).join('')}${values.join('')}`
  const isCut = random.chance(0.1)
  return isCut ? whole.slice(0, 2 * random.below(whole.length / 2)) : whole
}

const scalarField =
  21888242871839275222246405745257275088548364400416034343698204186575808495617n

const inputs: [name: string, position: number, (random: Random) => string][] = [
  ['modexp', 5, (random) => modexpInput(random, 300)],
  ['modexp of long numbers', 5, (random) => modexpInput(random, 1_100)],
  [
    'modexp of the least numbers',
    5,
    (random) => {
      const numbers = [0, 1, 2].map(() => `0${random.below(3)}`)
      return `${word(1).repeat(3)}${numbers.join('')}`
    },
  ],
  [
    'BLAKE2',
    9,
    (random) =>
      `${word(random.below(40)).slice(-8)}${random.bytes(208)}0${random.below(3)}`,
  ],
  [
    'products in BN254',
    7,
    (random) =>
      `${word(1)}${word(2)}${random.pick([word(0), word(1), word(scalarField), random.bytes(32)])}`,
  ],
  [
    'sums in BN254',
    6,
    (random) =>
      random.pick([
        `${word(1)}${word(2)}${word(1)}${word(2)}`,
        `${word(1)}${word(2)}`,
        '',
        random.bytes(128),
      ]),
  ],
]

describe('precompiles as ethereumjs has them', () => {
  test.each(inputs)('%s', async (_, position, createInput) => {
    for (let seed = 0; seed < share(60, 15); seed++) {
      const input = createInput(createRandom(seed))
      for (const name of ['prague', 'osaka'] as const) {
        const [own, other] = await runBoth(name, position, input)
        expect(own, `${name}, seed ${seed}: ${input}`).toEqual(other)
      }
    }
  })

  // EIP-2565 prices an exponent by its first 32 bytes, and EIP-7823 takes no
  // number of more than 1,024.
  test.each([
    [1, 1, 1],
    [32, 32, 32],
    [33, 33, 32],
    [1_024, 1, 1_024],
    [1_025, 1, 1],
    [1, 1_025, 1],
    [1, 1, 1_025],
    [1_025, 1_025, 1_025],
  ])('modexp at its limits: %i, %i and %i bytes', async (...lengths) => {
    const numbers = lengths.map((length) => 'ff'.repeat(length))
    const input = `${lengths.map(word).join('')}${numbers.join('')}`
    for (const name of ['prague', 'osaka'] as const) {
      const [own, other] = await runBoth(name, 5, input)
      expect(own, name).toEqual(other)
    }
  })

  test('recovery of who signed', async () => {
    const account = privateKeyToAccount(`0x${'17'.repeat(32)}`)
    const hash = keccak256('0x1234')
    const signature = await account.sign({ hash })
    const [r, s] = [signature.slice(2, 66), signature.slice(66, 130)]
    const v = BigInt(`0x${signature.slice(130)}`)
    const order = 2n ** 256n - 0x14551231950b75fc4402da1732fc9bebfn
    const input = (v: bigint, s: string) => `${hash.slice(2)}${word(v)}${r}${s}`
    const highS = word(order - BigInt(`0x${s}`))
    for (const each of [
      input(v, s),
      input(55n - v, highS),
      input(v + 2n, s),
      input(v, word(0)),
      input(v, word(order)),
      input(v, s).slice(0, -2),
    ]) {
      const [own, other] = await runBoth('prague', 1, each)
      expect(own, each).toEqual(other)
    }
    const [own] = await runBoth('prague', 1, input(v, s))
    expect(own?.output.slice(-40)).toBe(account.address.slice(2).toLowerCase())
  })
})

describe('P256VERIFY', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const key = [x, y].map((text) =>
    Buffer.from(text, 'base64url').toString('hex'),
  )
  const message = Buffer.from('message')
  const signature = sign('sha256', message, {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  }).toString('hex')
  const digest = createRules('osaka', undefined)
    .precompiles.get(addressOf(2))
    ?.run(message)
  const input = `${Buffer.from(digest ?? []).toString('hex')}${signature}${key.join('')}`
  const price = { osaka: 6_900n }

  test('default: one for what Node has signed', async () => {
    const [own, other] = await runBoth('osaka', 0x100, input)
    expect(own).toEqual({ output: `0x${word(1)}`, gas: price.osaka })
    expect(own).toEqual(other)
  })

  test('behavior: nothing for anything else', async () => {
    const wrong = [
      input.replace(/^../, (byte) => (byte === '00' ? '01' : '00')),
      `${input}00`,
      input.slice(2),
      '00'.repeat(160),
    ]
    for (const each of wrong) {
      const [own, other] = await runBoth('osaka', 0x100, each)
      expect(own).toEqual({ output: '0x', gas: price.osaka })
      expect(own).toEqual(other)
    }
  })

  test('options: at the price of a chain, in any hardfork', () => {
    const rules = createRules('prague', 3_450n)
    const gas = rules.precompiles.get(addressOf(0x100))?.gas(new Uint8Array(0))
    expect(gas).toBe(3_450)
    expect(
      createRules('prague', undefined).precompiles.has(addressOf(0x100)),
    ).toBe(false)
  })
})
