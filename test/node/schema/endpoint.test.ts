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
        'InvalidParametersError … "endpoint" … Write "public".',
        'InvalidParametersError … "endpoint" … expected one of "dedicated",',
        'InvalidParametersError … "endpoint" … expected "dedicated", "public",',
        'InvalidParametersError … "endpoint" … expected "dedicated", "public",',
        'InvalidParametersError … "endpoint" … expected "dedicated", "public",',
        'InvalidParametersError … "endpoint.allow" … expected an array.',
        'InvalidParametersError … "endpoint.allow[1]" … expected a string of at',
        'InvalidParametersError … "endpoint.allow[1]" … Write "eth_getBalance".',
        'InvalidParametersError … "endpoint.allow[0]" … expected a string of at',
        'InvalidParametersError … "endpoint.rate" … expected an object {',
        'InvalidParametersError … "endpoint.rate.requests" … Option',
        'InvalidParametersError … "endpoint.rate.requests" … expected an integer',
        'InvalidParametersError … "endpoint.rate.per" … expected an integer',
        'InvalidParametersError … "endpoint.rate.burst" … expected one of',
        'InvalidParametersError … "endpoint.batch" … expected an integer from',
        'InvalidParametersError … "endpoint.body" … expected an integer from 1',
        'InvalidParametersError … "endpoint.deny" … expected one of allow,',
      ].map(says),
    )
  })
})
