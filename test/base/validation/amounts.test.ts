import { describe, expect, test } from 'vitest'
import { parseOptions } from '../../../src/node/options/parseOptions.js'
import { parseVerb } from '../../api/parseVerb.js'
import { alice, bob, refusal } from '../../node/schema/refusal.js'
import { says } from '../../says.js'

const setBalance = (value: unknown) =>
  parseVerb('setBalance', { address: bob, value }, 'json').value

const refuseBalances = (...given: unknown[]) =>
  given.map((value) => refusal(() => setBalance(value)))

const end = (2n ** 256n).toString()

describe('amounts in JSON', () => {
  test('default', () => {
    expect(
      ['12', '0x0C', 12, -0, `${2n ** 256n - 1n}`, `0x${'f'.repeat(64)}`].map(
        setBalance,
      ),
    ).toEqual([12n, 12n, 12n, 0n, 2n ** 256n - 1n, 2n ** 256n - 1n])
  })

  test('behavior: wherever code takes a bigint', () => {
    const { timestamp, accounts, importedBlocks, header, steps } = parseOptions(
      {
        version: 1,
        timestamp: '5',
        accounts: { [bob]: { balance: '0x5', nonce: 5 } },
        header: {
          initialBaseFeePerGas: 5,
          gasLimit: '5',
          minBaseFeePerGas: '5',
        },
        steps: [
          { at: 0, type: 'setBalance', address: bob, value: '5' },
          {
            at: 0,
            type: 'preconfirm',
            from: alice,
            to: null,
            value: '5',
            gas: '21000',
            gasUsed: 5,
            maxFeePerGas: '5',
            maxPriorityFeePerGas: '5',
            blobGasUsed: '5',
            changes: { [bob]: { balance: '5' } },
            l1: { l1Fee: '5', l1GasUsed: '5' },
          },
        ],
      },
      'json',
    )
    expect({
      timestamp,
      accounts,
      importedBlocks,
      header,
      steps,
    }).toMatchObject({
      timestamp: 5n,
      accounts: { [bob.toLowerCase()]: { balance: 5n, nonce: 5 } },
      header: { initialBaseFeePerGas: 5n, gasLimit: 5n, minBaseFeePerGas: 5n },
      steps: [
        { value: 5n },
        {
          value: 5n,
          gas: 21_000n,
          gasUsed: 5n,
          maxFeePerGas: 5n,
          maxPriorityFeePerGas: 5n,
          blobGasUsed: 5n,
          changes: { [bob.toLowerCase()]: { balance: 5n } },
          l1: { l1Fee: 5n, l1GasUsed: 5n },
        },
      ],
    })
    const imported = {
      block: {
        number: '0x1',
        hash: `0x${'1'.repeat(64)}`,
        parentHash: `0x${'0'.repeat(64)}`,
        timestamp: '0x1',
        gasLimit: '0x1',
        gasUsed: '0x0',
        transactions: [],
      },
      state: { [bob]: { balance: '5' } },
    }
    expect(parseVerb('importBlock', imported, 'json').state).toEqual({
      [bob.toLowerCase()]: { balance: 5n },
    })
    expect(
      parseOptions({ version: 1, importedBlocks: [imported] }, 'json')
        .importedBlocks,
    ).toHaveLength(1)
  })

  test('behavior: the dialects keep apart', () => {
    const given = { address: bob, value: '5' }
    const refused = refusal(() => parseVerb('setBalance', given))
    expect(parseVerb('setBalance', given, 'json').value).toBe(5n)
    expect(refused).toContain('Write 5n for wei')
    expect(refusal(() => parseVerb('setBalance', given))).toBe(refused)
  })

  test('error: no amount', () => {
    expect(
      refuseBalances(
        -1,
        '-1',
        '',
        '1_000',
        end,
        2 ** 53,
        1e21,
        5n,
        0.5,
        '1.25',
        '1.0000000000000000001',
        null,
        undefined,
      ),
    ).toEqual(
      [
        'InvalidParametersError … "value" … expected wei from 0 to below',
        'InvalidParametersError … "value" … expected wei from 0 to below',
        'InvalidParametersError … "value" … expected wei from 0 to below',
        'InvalidParametersError … "value" … expected wei from 0 to below',
        'InvalidParametersError … "value" … expected wei from 0 to below',
        'InvalidParametersError … "value" … Write it as a string: a JSON',
        'InvalidParametersError … "value" … Write it as a string: a JSON',
        'InvalidParametersError … "value" … Write "5".',
        'InvalidParametersError … "value" … Write "500000000000000000" for',
        'InvalidParametersError … "value" … Write "1250000000000000000" for',
        'InvalidParametersError … "value" … expected wei from 0 to below',
        'InvalidParametersError … "value" … expected wei from 0 to below',
        'InvalidParametersError … "value" … expected wei from 0 to below',
      ].map(says),
    )
  })

  test('error: amounts that do not fit each other', () => {
    const fee = {
      from: alice,
      to: bob,
      maxFeePerGas: '1',
      maxPriorityFeePerGas: '2',
    }
    expect([
      refusal(() =>
        parseVerb('preconfirm', { ...fee, gas: '5', gasUsed: '6' }, 'json'),
      ),
      refusal(() =>
        parseVerb(
          'preconfirm',
          { from: alice, to: bob, type: 'legacy', maxFeePerGas: '1' },
          'json',
        ),
      ),
      refusal(() =>
        parseOptions({ version: 1, header: { gasLimit: '1' } }, 'json'),
      ),
    ]).toEqual(
      [
        'InvalidParametersError … "gas" … Raise "gas", or lower "gasUsed".',
        'InvalidParametersError … "maxFeePerGas" … Leave it out, or write',
        'InvalidParametersError … "header.gasLimit" … expected at least',
      ].map(says),
    )
  })

  test('error: a clock that JSON cannot hold', () => {
    expect(parseOptions({ version: 1, clock: 'ambient' }, 'json').clock).toBe(
      'ambient',
    )
    expect([
      refusal(() => parseOptions({ version: 1, clock: 'real' }, 'json')),
      refusal(() =>
        parseOptions(
          { version: 1, clock: { now: 0, setTimeout() {}, clearTimeout() {} } },
          'json',
        ),
      ),
    ]).toEqual(
      [
        'InvalidParametersError … "clock" … expected one of "virtual",',
        'InvalidParametersError … "clock" … expected one of "virtual",',
      ].map(says),
    )
  })
})
