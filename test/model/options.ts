import fc from 'fast-check'
import type { Hex, ImportParameters, MockNodeOptions } from 'preseal'
import { alice, bob, carol, ether, miner, token, word } from '../node/actors.js'
import { changes, defined, fault, some } from './arbitraries.js'
import { giveAs } from './donors.js'

/** Any options but the timeline. */
export const options = (
  donors: readonly ImportParameters[],
): fc.Arbitrary<MockNodeOptions> =>
  fc
    .record({
      chainId: fc.constantFrom(31_337, 10),
      timestamp: fc.constantFrom(1_767_225_600n, 1_003n),
      rhythm: fc.constantFrom(
        [200, 2_000],
        [200, 2_000],
        [100, 300],
        [100, 200],
        [200, 600],
        [250, 1_250],
      ),
      baseTimeDeposit: fc.boolean(),
      beatsSeenBy: fc.constantFrom(
        'pending',
        'pending',
        'latestState',
        'latest',
        'none',
      ),
      sealing: fc.constantFrom('timed', 'timed', 'timed', 'manual'),
      others: changes,
      l1Attributes: fc.constantFrom(
        null,
        null,
        {},
        { number: 5n, baseFeeScalar: 3, gasUsed: 50_000n },
      ),
      pendingIdentity: fc.constantFrom(
        'partialHash',
        'zeroHash',
        'nullHash',
        'nullHashAndMiner',
        'nullNumberAndHash',
      ),
      pendingStateRoot: fc.constantFrom('atSeal', 'everyBeat'),
      safe: fc.nat({ max: 3 }),
      further: fc.nat({ max: 3 }),
      endpoint: fc.oneof(
        { weight: 20, arbitrary: fc.constant('dedicated' as const) },
        fc.constant('public' as const),
        fc.constant({ rate: { requests: 300, per: 700 } }),
        fc.constant({ allow: ['eth_getBalance', 'eth_getBlockByNumber'] }),
      ),
      faults: fc.oneof(
        { weight: 9, arbitrary: fc.constant([]) },
        fc.array(fault, { maxLength: 2 }),
      ),
      importedBlocks: fc.oneof(
        { weight: 15, arbitrary: fc.constant([]) },
        fc.array(importOf(donors), { maxLength: 2 }),
      ),
      initialBaseFeePerGas: fc.constantFrom(0n, 0n, 7n, 1_000n),
      minBaseFeePerGas: fc.constantFrom(0n, 0n, 5n, 900n),
      gasLimit: fc.constantFrom(60_000_000n, 60_000_000n, 1_000_000n),
      header: fc.record({
        miner: some(fc.constant<Hex>(miner)),
        baseFeeRecipient: some(fc.constant<Hex>(token)),
        extraData: some(fc.constant<Hex>('0x00ff')),
        mixHash: some(fc.constant(word(3))),
        parentBeaconBlockRoot: some(fc.constant(word(4))),
        baseFeeMaxChangeDenominator: some(fc.constant(50)),
        elasticityMultiplier: some(fc.constant(6)),
      }),
    })
    .map((given) => {
      const { rhythm, safe, further, others, header, ...rest } = given
      const { baseTimeDeposit, ...plain } = rest
      const { initialBaseFeePerGas, minBaseFeePerGas, gasLimit, ...options } =
        plain
      const isTold =
        baseTimeDeposit &&
        options.l1Attributes !== null &&
        Number(rhythm[1]) % 200 === 0 &&
        gasLimit > 2_000_000n
      return {
        ...options,
        preconfirmationTime: rhythm[0] as number,
        blockTime: rhythm[1] as number,
        baseTimeDeposit: isTold,
        finalityLag: { safe, finalized: safe + further },
        accounts: {
          ...others,
          [alice]: { balance: 10n * ether },
          [bob]: { balance: 5n * ether, nonce: 2 },
          [carol]: { balance: ether },
        },
        header: {
          ...defined(header),
          gasLimit,
          initialBaseFeePerGas,
          minBaseFeePerGas,
        },
      } as MockNodeOptions
    })

export const importOf = (
  donors: readonly ImportParameters[],
): fc.Arbitrary<ImportParameters> =>
  fc
    .record({
      // The second one holds a transaction such as stories have.
      donor: fc.oneof(fc.nat({ max: donors.length - 1 }), fc.constant(1)),
      as: fc.constantFrom<'latest' | 'pending'>('latest', 'latest', 'pending'),
      isNameless: fc.boolean(),
      isThin: fc.boolean(),
    })
    .map(({ donor, ...way }) => giveAs(donors[donor] as ImportParameters, way))
