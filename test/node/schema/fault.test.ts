import { describe, expect, test } from 'vitest'
import { faultTypes } from '../../../src/node/faults/faultTypes.js'
import { parseVerb } from '../../api/parseVerb.js'
import { says } from '../../says.js'
import { hash, refusal } from './refusal.js'

const types = faultTypes.map(({ type }) => `"${type}"`).join(', ')

/** What is said of each, which need not change with a new type. */
const refuse = (...faults: unknown[]) =>
  faults.map((fault) =>
    refusal(() => parseVerb('fault', fault)).replace(types, 'ALL TYPES'),
  )

describe('fault', () => {
  test('default', () => {
    const refused = { type: 'http', status: 403, body: '' }
    const canonical = [
      { type: 'rpc', code: -32000, message: '', data: { a: [1, null, true] } },
      { type: 'delay', ms: 0, block: 'pending' },
      { type: 'hold', methods: ['eth_call'], skip: 0, times: 1 },
      { type: 'stale', beats: 0, since: 0, until: 1 },
    ]
    const given = [
      { ...refused, headers: { 'Retry-After': '1' } },
      { type: 'network', block: '0xAB' },
      ...canonical,
      { type: 'null', block: hash },
    ]
    expect(given.map((fault) => parseVerb('fault', fault))).toEqual([
      { ...refused, headers: { 'retry-after': '1' } },
      { type: 'network', block: '0xab' },
      ...canonical,
      { type: 'null', block: hash.toLowerCase() },
    ])
  })

  test('behavior: methods that only others serve are taken', () => {
    const methods = [
      'eth_signTransaction',
      'eth_callMany',
      'eth_getLogsV2',
      'eth_mining',
      'eth_getRawTransactionByHash',
      'trace_call',
      'mine',
    ]
    expect(parseVerb('fault', { type: 'null', methods })).toEqual({
      type: 'null',
      methods,
    })
  })

  test('behavior: a block goes with any method that names one', () => {
    const block = 'latest'
    expect(
      [
        ['eth_getBlockByNumber'],
        ['eth_getBalance'],
        ['eth_chainId', 'eth_call'],
        ['eth_call', 'mine'],
      ].map((methods) =>
        refusal(() => parseVerb('fault', { type: 'null', methods, block })),
      ),
    ).toEqual(Array(4).fill('nothing'))
    expect(
      refuse({ type: 'null', methods: ['mine', 'eth_chainId'], block }),
    ).toEqual([
      'InvalidParametersError: fault: "methods" is "mine", "eth_chainId", expected one that is asked with a block, since "block" is "latest".',
    ])
  })

  test('error: a field', () => {
    expect(
      refuse(
        { type: 'http' },
        { type: 'http', status: 200 },
        { type: 'http', status: 600 },
        { type: 'http', status: '403' },
        { type: 'http', status: 500, body: {} },
        { type: 'http', status: 500, headers: ['a'] },
        { type: 'http', status: 500, headers: { 'a b': '' } },
        { type: 'http', status: 500, headers: { a: 1 } },
        { type: 'http', status: 500, headers: { a: 'b\r\nc' } },
        { type: 'rpc', code: 1.5, message: '' },
        { type: 'rpc', code: 1 },
        { type: 'rpc', code: 1, message: '', data: 1n },
        { type: 'rpc', code: 1, message: '', data: { a: [undefined] } },
        { type: 'rpc', code: 1, message: '', data: Number.NaN },
        { type: 'rpc', code: 1, message: '', data: new Date(0) },
        { type: 'null', status: 500 },
        { type: 'delay', ms: -1 },
        { type: 'delay', ms: '5' },
        { type: 'stale' },
        { type: 'timeout' },
        { type: 5 },
        {},
      ),
    ).toEqual(
      [
        'InvalidParametersError … "status" … expected an HTTP status from',
        'InvalidParametersError … "status" … expected an HTTP status from',
        'InvalidParametersError … "status" … expected an HTTP status from',
        'InvalidParametersError … "status" … Write the number 403.',
        'InvalidParametersError … "body" … expected a string.',
        'InvalidParametersError … "headers" … expected an object of header',
        'InvalidParametersError … "headers[" … expected letters, digits and',
        'InvalidParametersError … "headers.a" … expected a string.',
        'InvalidParametersError … "headers.a" … expected one line of',
        'InvalidParametersError … "code" … expected an integer.',
        'InvalidParametersError … "message" … expected a string.',
        'InvalidParametersError … "data" … expected a value that JSON can',
        'InvalidParametersError … "data.a[0]" … expected a value that JSON',
        'InvalidParametersError … "data" … expected a value that JSON can',
        'InvalidParametersError … "data" … expected a value that JSON can',
        'InvalidParametersError … "status" … expected one of',
        'InvalidParametersError … "ms" … expected a whole number of ms from',
        'InvalidParametersError … "ms" … Write the number 5.',
        'InvalidParametersError … "beats" … expected an integer from 0 to',
        'InvalidParametersError … "type" … expected one of ALL TYPES.',
        'InvalidParametersError … "type" … expected one of ALL TYPES.',
        'InvalidParametersError … "type" … expected one of ALL TYPES.',
      ].map(says),
    )
  })

  test('error: what it matches', () => {
    expect(
      refuse(
        { type: 'null', methods: [] },
        { type: 'null', methods: 'eth_call' },
        { type: 'null', methods: ['eth_call', ''] },
        { type: 'null', block: 5 },
        { type: 'null', block: 5n },
        { type: 'null', block: '0x05' },
        { type: 'null', block: 'Pending' },
        { type: 'null', block: { blockNumber: '0x5' } },
        { type: 'null', after: -1 },
        { type: 'null', times: 0.5 },
        { type: 'null', times: 0 },
        { type: 'null', methods: ['eth_getTransactionReciept'] },
        { type: 'null', methods: ['eth_chainId', 'eth_getblockbynumber'] },
        { type: 'null', methods: ['getBalance'] },
        { type: 'null', methods: ['eth_getLogs'], block: 'pending' },
        { type: 'null', since: 5, until: 5 },
        { type: 'null', until: 0 },
        { type: 'null', method: ['eth_call'] },
      ),
    ).toEqual(
      [
        'InvalidParametersError … "methods" … Leave it out to match every',
        'InvalidParametersError … "methods" … expected an array.',
        'InvalidParametersError … "methods[1]" … expected a string of at',
        'InvalidParametersError … "block" … Write "0x5".',
        'InvalidParametersError … "block" … Write "0x5".',
        'InvalidParametersError … "block" … expected a block number as hex',
        'InvalidParametersError … "block" … Write "pending".',
        'InvalidParametersError … "block" … expected a block number as hex',
        'InvalidParametersError … "after" … expected one of',
        'InvalidParametersError … "times" … expected an integer from 1 to',
        'InvalidParametersError … "times" … expected an integer from 1 to',
        'InvalidParametersError … "methods[0]" … Write',
        'InvalidParametersError … "methods[1]" … Write',
        'InvalidParametersError … "methods[0]" … Write "eth_getBalance".',
        'InvalidParametersError … "methods" … expected one that is asked',
        'InvalidParametersError … "until" … expected more than "since",',
        'InvalidParametersError … "until" … expected more than "since",',
        'InvalidParametersError … "method" … expected "methods", the',
      ].map(says),
    )
  })
})

test('from as an address was to be written as a number', () => {
  const from = '0x00000000000000000000000000000000000a11ce'
  expect(
    refuse(
      { type: 'null', from },
      { type: 'null', from: '0x10' },
      { type: 'null', until: from },
      { type: 'delay', ms: `0x${'0'.repeat(62)}10` },
    ),
  ).toEqual(
    [
      'InvalidParametersError … "from" … expected one of',
      'InvalidParametersError … "from" … expected one of',
      'InvalidParametersError … "until" … expected an integer from 0 to',
      'InvalidParametersError … "ms" … expected a whole number of ms from',
    ].map(says),
  )
})
