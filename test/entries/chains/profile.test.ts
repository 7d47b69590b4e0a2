import { createMockNode, formatScenario, type Profile } from 'preseal'
import {
  arbitrum,
  base,
  ethereum,
  megaEth as megaEthProfile,
  monad as monadProfile,
  opMainnet,
  profileOf,
  rise as riseProfile,
  tempo as tempoProfile,
  unichain as unichainProfile,
  worldChain,
  xLayer as xLayerProfile,
} from 'preseal/chains'
import {
  arbitrum as arbitrumOne,
  base as baseOfViem,
  baseSepolia,
  mainnet,
  megaeth,
  monad,
  optimism,
  rise,
  tempo,
  unichain,
  worldchain,
  xLayer,
} from 'viem/chains'
import { describe, expect, test, vi } from 'vitest'
import { profiles } from './profiles.js'

const alice = '0x00000000000000000000000000000000000a11ce'
const other = '0x00000000000000000000000000000000000c0de5'

const ask = (
  node: ReturnType<typeof createMockNode>,
  method: string,
  ...params: unknown[]
) => node.provider.request({ method, params } as never) as Promise<never>

describe('the option profile', () => {
  test.each([
    ['megaEth', megaEthProfile],
    ['monad', monadProfile],
    ['opMainnet', opMainnet],
    ['rise', riseProfile],
    ['tempo', tempoProfile],
    ['unichain', unichainProfile],
    ['worldChain', worldChain],
    ['xLayer', xLayerProfile],
  ])('error: %s ignored an option that it does not have', (name, profile) => {
    const make = profile as (given: unknown) => Profile
    for (const [given, shown] of [
      [{ x: 1 }, '"x" is 1'],
      [{ options: 1 }, '"options" is 1'],
      [5, '"options" is 5'],
      [null, '"options" is null'],
    ])
      expect(() => make(given)).toThrow(
        `${name}: ${shown}, expected nothing, as it has no options.`,
      )
  })

  test('default: it lies under the options', async () => {
    const node = createMockNode({ profile: base() })
    expect(await ask(node, 'eth_chainId')).toBe('0x2105')
    node.advance(1_000)
    expect(await ask(node, 'eth_blockNumber')).toBe('0x5')
    const block = await ask(node, 'eth_getBlockByNumber', 'latest', true)
    expect(block).toMatchObject({
      timestamp: '0x6aecc421',
      gasLimit: '0x2625a00',
      baseFeePerGas: '0x30d40',
      transactions: [{ type: '0x7e' }, { type: '0x7e' }],
    })
  })

  test('behavior: options are merged into it and win', async () => {
    const profile: Profile = {
      name: 'Own',
      options: {
        accounts: {
          [alice]: { balance: 7n, nonce: 3 },
          [other]: { code: '0x60' },
        },
        header: { gasLimit: 30_000_000n, initialBaseFeePerGas: 9n },
        answers: { sendSync: { maxTimeout: 1_000 }, receipts: 'atSeal' },
        beatsSeenBy: 'none',
        l1Attributes: {},
      },
    }
    const node = createMockNode({
      profile,
      accounts: {
        '0x00000000000000000000000000000000000A11cE': { balance: 8n },
      },
      header: { gasLimit: 20_000_000n },
      l1Attributes: null,
      answers: { receipts: 'everyBeat' },
      beatsSeenBy: 'pending',
    })
    const latest = await ask(node, 'eth_getBlockByNumber', 'latest', false)
    expect(latest).toMatchObject({
      gasLimit: '0x1312d00',
      baseFeePerGas: '0x9',
      transactions: [],
    })
    expect(await ask(node, 'eth_getBalance', alice, 'latest')).toBe('0x8')
    expect(await ask(node, 'eth_getTransactionCount', alice, 'latest')).toBe(
      '0x3',
    )
    expect(await ask(node, 'eth_getCode', other, 'latest')).toBe('0x60')
    expect(
      await ask(node, 'eth_getBlockByNumber', 'pending', false),
    ).toMatchObject({ number: '0x1' })
    // What it was given stays as it was.
    expect(profile.options.header).toEqual({
      gasLimit: 30_000_000n,
      initialBaseFeePerGas: 9n,
    })
  })

  test('behavior: its node was a chain named preseal', () => {
    const own = { name: 'Ours', options: { chainId: 7 } }
    expect(createMockNode().chain.name).toBe('preseal')
    expect(createMockNode({ profile: own }).chain).toMatchObject({
      name: 'Ours',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    })
    const before = createMockNode({ profile: base({ before: 'denim' }) })
    expect(before.chain.name).toBe('Base')
    for (const { id, name, nativeCurrency } of [
      arbitrumOne,
      baseOfViem,
      mainnet,
      megaeth,
      monad,
      optimism,
      rise,
      tempo,
      unichain,
      worldchain,
      xLayer,
    ])
      expect(
        createMockNode({ profile: profileOf({ id }) }).chain,
      ).toMatchObject({ id, name, nativeCurrency })
  })

  test('behavior: time begins when its rules held, where no clock says', async () => {
    const timestamp = (node: ReturnType<typeof createMockNode>) =>
      ask(node, 'eth_getBlockByNumber', 'earliest', false).then((block) =>
        Number((block as { timestamp: string }).timestamp),
      )
    expect(await timestamp(createMockNode({ profile: base() }))).toBe(
      Date.parse('2026-11-05T18:00:00Z') / 1_000,
    )
    expect(
      await timestamp(createMockNode({ profile: base(), timestamp: 5n })),
    ).toBe(5)
    vi.useFakeTimers({ now: 9_000 })
    try {
      expect(await timestamp(createMockNode({ profile: base() }))).toBe(9)
    } finally {
      vi.useRealTimers()
    }
  })

  test.each([
    [
      { profile: base(), preconfirmationTime: 150 },
      'Option "blockTime" is 200 by profile "Base", expected a whole multiple of "preconfirmationTime", which is 150. Write 150, or another "preconfirmationTime".',
    ],
    [
      { profile: ethereum(), finalityLag: { finalized: 3 } },
      'Option "finalityLag.finalized" is 3, expected at least "safe", which is 32 by profile "Ethereum".',
    ],
    [
      { profile: base(), header: { gasLimit: 999_999n } },
      'Option "header.gasLimit" is 999999n, expected at least 1046108n, room for the deposits that "l1Attributes" and "baseTimeDeposit" of profile "Base" put into each block.',
    ],
    [
      { profile: base },
      'Option "profile" is a function, expected a profile, an object with "name" and "options". Call it: write profile: base(), with base of "preseal/chains".',
    ],
    [
      { profile: { name: 'Own', options: { blockTime: 1 } } },
      'Option "profile.options.blockTime" is 1, expected a whole number of ms from 20 to 2^53 - 1. Write 1000, which is in ms.',
    ],
    [
      { profile: { name: 'Own', options: [] } },
      'Option "profile.options" is an array of 0, expected an object of options.',
    ],
  ])('error: %#', (options, message) => {
    expect(() => createMockNode(options as never)).toThrow(message)
  })

  test('error: an option against a variant, by the name of the variant', () => {
    const profile = base({ before: 'denim' })
    expect(() => createMockNode({ profile, preconfirmationTime: 150 })).toThrow(
      'by profile "Base before Denim", expected a whole multiple of "preconfirmationTime"',
    )
  })

  test('error: a variant that a profile does not have', () => {
    expect(() => base({ before: 'cobalt' } as never)).toThrow(
      expect.objectContaining({
        name: 'InvalidParametersError',
        message:
          'base: "before" is "cobalt", expected "denim", or nothing for the chain as it is today.',
      }),
    )
    expect(() => ethereum({ safe: 'slow' } as never)).toThrow(
      'ethereum: "safe" is "slow", expected "fast", or nothing for the chain as it is today.',
    )
    expect(() => arbitrum({ sync: 1 } as never)).toThrow(
      'arbitrum: "sync" is 1, expected { after }, or nothing for the chain as it is today.',
    )
  })

  test('behavior: a scenario holds what lies under it', () => {
    const scenario = JSON.parse(
      formatScenario({ profile: base(), blockTime: 400 }),
    )
    expect(scenario).toMatchObject({
      version: 1,
      chainId: 8453,
      blockTime: 400,
      preconfirmationTime: 20,
      baseTimeDeposit: true,
      beatsSeenBy: 'none',
    })
    expect(scenario).not.toHaveProperty('profile')
  })
})

describe('profileOf', () => {
  test('default: a chain of viem gives its profile', () => {
    const chains = [
      mainnet,
      optimism,
      unichain,
      monad,
      xLayer,
      worldchain,
      rise,
      tempo,
      megaeth,
      baseOfViem,
      arbitrumOne,
    ]
    expect(chains.map((chain) => profileOf(chain)?.options.chainId)).toEqual(
      chains.map(({ id }) => id),
    )
    expect(profileOf(baseOfViem)).toEqual(base())
    expect(profileOf(baseSepolia)).toBe(undefined)
  })

  test('error: what is no chain', () => {
    for (const given of [undefined, 8453, {}])
      expect(() => profileOf(given as never)).toThrow(
        'profileOf: "id" is nothing, expected a chain\'s number.',
      )
  })
})

describe('profiles', () => {
  test.each(Object.entries(profiles))(
    'default: %s is plain data, new each time',
    (_, make) => {
      const profile = make()
      expect(structuredClone(profile)).toEqual(profile)
      expect(make()).not.toBe(profile)
      const { extraData = '', ...header } = profile.options.header ?? {}
      if (extraData === '') return
      // 1, then denominator, elasticity and minimum base fee (Jovian)
      const [, version, denominator, elasticity, least] =
        /^0x(..)(.{8})(.{8})(.{16})$/.exec(extraData) ?? []
      expect(
        [version, denominator, elasticity, least].map((hex) =>
          Number(`0x${hex}`),
        ),
      ).toEqual([
        1,
        header.baseFeeMaxChangeDenominator,
        header.elasticityMultiplier,
        Number(header.minBaseFeePerGas),
      ])
    },
  )
})
