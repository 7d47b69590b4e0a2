import { describe, expect, test } from 'vitest'
import { parseOptions } from '../../../src/node/options/parseOptions.js'
import { says } from '../../says.js'
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
    ).toEqual(
      [
        'InvalidOptionsError … "endpoint" … Write "public".',
        'InvalidOptionsError … "endpoint" … expected one of "dedicated",',
        'InvalidOptionsError … "endpoint" … expected "dedicated", "public",',
        'InvalidOptionsError … "endpoint" … expected "dedicated", "public",',
        'InvalidOptionsError … "endpoint" … expected "dedicated", "public",',
        'InvalidOptionsError … "endpoint.allow" … expected an array.',
        'InvalidOptionsError … "endpoint.allow[1]" … expected a string of at',
        'InvalidOptionsError … "endpoint.allow[1]" … Write "eth_getBalance".',
        'InvalidOptionsError … "endpoint.allow[0]" … expected a string of at',
        'InvalidOptionsError … "endpoint.rate" … expected an object {',
        'InvalidOptionsError … "endpoint.rate.requests" … Option',
        'InvalidOptionsError … "endpoint.rate.requests" … expected an integer',
        'InvalidOptionsError … "endpoint.rate.per" … expected an integer',
        'InvalidOptionsError … "endpoint.rate.burst" … expected one of',
        'InvalidOptionsError … "endpoint.batch" … expected an integer from',
        'InvalidOptionsError … "endpoint.body" … expected an integer from 1',
        'InvalidOptionsError … "endpoint.deny" … expected one of allow,',
      ].map(says),
    )
  })
})
