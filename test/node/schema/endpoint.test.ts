import { describe, expect, test } from 'vitest'
import { parseOptions } from '../../../src/node/options/parseOptions.js'
import { refusal } from './refusal.js'

const parsed = (endpoint: unknown) => parseOptions({ endpoint }).endpoint

const refuse = (...endpoints: unknown[]) =>
  endpoints.map((endpoint) => refusal(() => parseOptions({ endpoint })))

describe('endpoint', () => {
  test('default', () => {
    expect(parseOptions({}).endpoint).toBe('dedicated')
    expect(parsed('public')).toBe('public')
  })

  test('options: rules, each of which may be left out', () => {
    const rules = {
      allow: ['eth_chainId', 'my_method'],
      rate: { requests: 10, per: 1_000 },
      batch: 1,
      body: 1_024,
    }
    expect(parsed(rules)).toEqual(rules)
    expect(parsed({})).toEqual({})
    expect(parsed({ allow: [], rate: undefined })).toEqual({ allow: [] })
  })

  test('behavior: rules are copied', () => {
    const rules = { allow: ['eth_chainId'], rate: { requests: 1, per: 1 } }
    const copy = parsed(rules)
    rules.allow.push('eth_call')
    rules.rate.per = 2
    expect(copy).toEqual({
      allow: ['eth_chainId'],
      rate: { requests: 1, per: 1 },
    })
  })

  test('error: what is none', () => {
    expect(
      refuse(
        'Public',
        'private',
        5,
        null,
        ['eth_call'],
        { allow: 'eth_call' },
        { allow: ['eth_call', ''] },
        { allow: ['eth_call', 'eth_getBlance'] },
        { allow: [/eth_/] },
        { rate: 10 },
        { rate: {} },
        { rate: { requests: 0, per: 1_000 } },
        { rate: { requests: 1, per: 0.5 } },
        { rate: { requests: 1, per: 1, burst: 2 } },
        { batch: 0 },
        { body: '5mb' },
        { deny: ['eth_getBlockReceipts'] },
      ),
    ).toMatchInlineSnapshot(`
      [
        "InvalidOptionsError: Option "endpoint" is "Public", expected one of "dedicated", "public". Write "public".",
        "InvalidOptionsError: Option "endpoint" is "private", expected one of "dedicated", "public".",
        "InvalidOptionsError: Option "endpoint" is 5, expected "dedicated", "public", or an object { allow, rate, batch, body, logRange }.",
        "InvalidOptionsError: Option "endpoint" is null, expected "dedicated", "public", or an object { allow, rate, batch, body, logRange }.",
        "InvalidOptionsError: Option "endpoint" is an array of 1, expected "dedicated", "public", or an object { allow, rate, batch, body, logRange }.",
        "InvalidOptionsError: Option "endpoint.allow" is "eth_call", expected an array.",
        "InvalidOptionsError: Option "endpoint.allow[1]" is "", expected a string of at least one character.",
        "InvalidOptionsError: Option "endpoint.allow[1]" is "eth_getBlance", expected the name of a method as clients send it. Write "eth_getBalance".",
        "InvalidOptionsError: Option "endpoint.allow[0]" is an instance of RegExp, expected a string of at least one character.",
        "InvalidOptionsError: Option "endpoint.rate" is 10, expected an object { requests, per }.",
        "InvalidOptionsError: Option "endpoint.rate.requests" is missing, expected an integer from 1 to 2^53 - 1. Option "endpoint.rate.per" is missing too.",
        "InvalidOptionsError: Option "endpoint.rate.requests" is 0, expected an integer from 1 to 2^53 - 1.",
        "InvalidOptionsError: Option "endpoint.rate.per" is 0.5, expected an integer from 1 to 2^53 - 1.",
        "InvalidOptionsError: Option "endpoint.rate.burst" is an unknown key, expected one of requests, per.",
        "InvalidOptionsError: Option "endpoint.batch" is 0, expected an integer from 1 to 2^53 - 1.",
        "InvalidOptionsError: Option "endpoint.body" is "5mb", expected an integer from 1 to 2^53 - 1.",
        "InvalidOptionsError: Option "endpoint.deny" is an unknown key, expected one of allow, rate, batch, body, logRange.",
      ]
    `)
  })
})
