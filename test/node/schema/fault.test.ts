import { describe, expect, test } from 'vitest'
import { faultTypes } from '../../../src/node/faults/types/faultTypes.js'
import { parseVerb } from '../../api/parseVerb.js'
import { hash, refusal } from './refusal.js'

const types = faultTypes.map(({ type }) => `"${type}"`).join(', ')

/** What is said of each, which need not change with a new type. */
const refuse = (...faults: unknown[]) =>
  faults.map((fault) =>
    refusal(() => parseVerb('fault', fault)).replace(types, 'ALL TYPES'),
  )

describe('fault', () => {
  test('default', () => {
    expect(
      [
        {
          type: 'http',
          status: 403,
          body: '',
          headers: { 'Retry-After': '1' },
        },
        {
          type: 'rpc',
          code: -32000,
          message: '',
          data: { a: [1, null, true] },
        },
        { type: 'null', block: hash },
        { type: 'network', block: '0xAB' },
        { type: 'delay', ms: 0, block: 'pending' },
        { type: 'hold', methods: ['eth_call'], skip: 0, times: 1 },
        { type: 'stale', beats: 0, since: 0, until: 1 },
      ].map((fault) => parseVerb('fault', fault)),
    ).toMatchInlineSnapshot(`
      [
        {
          "body": "",
          "headers": {
            "retry-after": "1",
          },
          "status": 403,
          "type": "http",
        },
        {
          "code": -32000,
          "data": {
            "a": [
              1,
              null,
              true,
            ],
          },
          "message": "",
          "type": "rpc",
        },
        {
          "block": "0xfefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefe",
          "type": "null",
        },
        {
          "block": "0xab",
          "type": "network",
        },
        {
          "block": "pending",
          "ms": 0,
          "type": "delay",
        },
        {
          "methods": [
            "eth_call",
          ],
          "skip": 0,
          "times": 1,
          "type": "hold",
        },
        {
          "beats": 0,
          "since": 0,
          "type": "stale",
          "until": 1,
        },
      ]
    `)
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
      'InvalidParametersError: fault: "block" is "latest", expected nothing, since none of "methods" is asked with a block.',
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
    ).toMatchInlineSnapshot(`
      [
        "InvalidParametersError: fault: "status" is missing, expected an HTTP status from 400 to 599.",
        "InvalidParametersError: fault: "status" is 200, expected an HTTP status from 400 to 599.",
        "InvalidParametersError: fault: "status" is 600, expected an HTTP status from 400 to 599.",
        "InvalidParametersError: fault: "status" is "403", expected an HTTP status from 400 to 599. Write the number 403.",
        "InvalidParametersError: fault: "body" is {}, expected a string.",
        "InvalidParametersError: fault: "headers" is an array of 1, expected an object of header values by name.",
        "InvalidParametersError: fault: "headers["a b"]" is a key that is not a header name, expected letters, digits and hyphens.",
        "InvalidParametersError: fault: "headers.a" is 1, expected a string.",
        "InvalidParametersError: fault: "headers.a" is "b\\r\\nc", expected one line of Latin-1 characters.",
        "InvalidParametersError: fault: "code" is 1.5, expected an integer.",
        "InvalidParametersError: fault: "message" is missing, expected a string.",
        "InvalidParametersError: fault: "data" is 1n, expected a value that JSON can hold.",
        "InvalidParametersError: fault: "data.a[0]" is nothing, expected a value that JSON can hold.",
        "InvalidParametersError: fault: "data" is NaN, expected a value that JSON can hold.",
        "InvalidParametersError: fault: "data" is an instance of Date, expected a value that JSON can hold.",
        "InvalidParametersError: fault: "status" is an unknown key, expected one of …",
        "InvalidParametersError: fault: "ms" is -1, expected a whole number of ms from 0 to 2^53 - 1.",
        "InvalidParametersError: fault: "ms" is "5", expected a whole number of ms from 0 to 2^53 - 1. Write the number 5.",
        "InvalidParametersError: fault: "beats" is missing, expected an integer from 0 to 2^53 - 1.",
        "InvalidParametersError: fault: "type" is "timeout", expected one of ALL TYPES.",
        "InvalidParametersError: fault: "type" is 5, expected one of ALL TYPES.",
        "InvalidParametersError: fault: "type" is missing, expected one of ALL TYPES.",
      ]
    `)
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
    ).toMatchInlineSnapshot(`
      [
        "InvalidParametersError: fault: "methods" is an empty array, expected at least one method. Leave it out to match every method.",
        "InvalidParametersError: fault: "methods" is "eth_call", expected an array.",
        "InvalidParametersError: fault: "methods[1]" is "", expected a string of at least one character.",
        "InvalidParametersError: fault: "block" is 5, expected a block number as hex without leading zeros, a 32-byte block hash, or one of latest, pending, safe, finalized, earliest. Write "0x5".",
        "InvalidParametersError: fault: "block" is 5n, expected a block number as hex without leading zeros, a 32-byte block hash, or one of latest, pending, safe, finalized, earliest. Write "0x5".",
        "InvalidParametersError: fault: "block" is "0x05", expected a block number as hex without leading zeros, a 32-byte block hash, or one of latest, pending, safe, finalized, earliest.",
        "InvalidParametersError: fault: "block" is "Pending", expected a block number as hex without leading zeros, a 32-byte block hash, or one of latest, pending, safe, finalized, earliest. Write "pending".",
        "InvalidParametersError: fault: "block" is {"blockNumber":"0x5"}, expected a block number as hex without leading zeros, a 32-byte block hash, or one of latest, pending, safe, finalized, earliest.",
        "InvalidParametersError: fault: "after" is an unknown key, expected one of …",
        "InvalidParametersError: fault: "times" is 0.5, expected an integer from 1 to 2^53 - 1.",
        "InvalidParametersError: fault: "times" is 0, expected an integer from 1 to 2^53 - 1.",
        "InvalidParametersError: fault: "methods[0]" is "eth_getTransactionReciept", expected the name of a method as clients send it. Write "eth_getTransactionReceipt".",
        "InvalidParametersError: fault: "methods[1]" is "eth_getblockbynumber", expected the name of a method as clients send it. Write "eth_getBlockByNumber".",
        "InvalidParametersError: fault: "methods[0]" is "getBalance", expected the name of a method as clients send it. Write "eth_getBalance".",
        "InvalidParametersError: fault: "block" is "pending", expected nothing, since none of "methods" is asked with a block.",
        "InvalidParametersError: fault: "until" is 5, expected more than "since", which is 5.",
        "InvalidParametersError: fault: "until" is 0, expected more than "since", which is 0.",
        "InvalidParametersError: fault: "method" is an unknown key, expected "methods", the nearest known one.",
      ]
    `)
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
  ).toMatchInlineSnapshot(`
    [
      "InvalidParametersError: fault: "from" is an unknown key, expected one of …",
      "InvalidParametersError: fault: "from" is an unknown key, expected one of …",
      "InvalidParametersError: fault: "until" is "0x00000000000000000000000000000000000a11ce", expected an integer from 0 to 2^53 - 1.",
      "InvalidParametersError: fault: "ms" is "0x0000000000000000000000000000000000000000000000000000000000000010", expected a whole number of ms from 0 to 2^53 - 1.",
    ]
  `)
})
