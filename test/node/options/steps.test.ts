import { describe, expect, test } from 'vitest'
import { parseOptions } from '../../../src/node/options/parseOptions.js'
import { says } from '../../says.js'
import { alice, bob, hash, refusal } from '../schema/refusal.js'

const refuse = (...timelines: unknown[][]) =>
  timelines.map((steps) => refusal(() => parseOptions({ steps })))

const pay = { type: 'preconfirm', from: alice, to: bob }
const down = (label?: string) => ({
  type: 'fault',
  fault: { type: 'network', ...(label !== undefined && { label }) },
})

describe('steps', () => {
  test('default', () => {
    const stepsOf = (
      ...[from, to, transaction, bytecode, one, other, value]: string[]
    ) => [
      { at: 0, ...pay, from, to, transactionType: 'legacy', label: 'pay' },
      { at: 0, type: 'setBalance', address: from, value: 1n },
      { at: 1, type: 'setNonce', address: from, nonce: 1 },
      { at: 1, type: 'setCode', address: from, bytecode },
      { at: 2, type: 'setStorageAt', address: from, index: one, value },
      { at: 2, type: 'setStorageAt', address: from, index: other, value },
      { at: 200, type: 'drop', transaction: 'pay' },
      { at: 200, type: 'drop', transaction },
      { at: 300, ...down('down') },
      { at: 400, ...down() },
      { at: 500, type: 'lift', label: 'down' },
    ]
    const given = [alice, bob, hash, '0xFE', '0x0a', '0xA', '0x1']
    const word = (digit: string) => `0x${digit.padStart(64, '0')}`
    const canonical = [
      alice,
      bob,
      hash,
      '0xfe',
      word('a'),
      word('a'),
      word('1'),
    ]
    expect(parseOptions({ steps: stepsOf(...given) }).steps).toEqual(
      stepsOf(...canonical.map((text) => text.toLowerCase())),
    )
  })

  test('error: a step', () => {
    expect(
      refuse(
        [null],
        [{ at: 0 }],
        [{ at: 0, type: 'legacy', from: alice }],
        [{ at: 0, type: 'importBlock' }],
        [{ type: 'drop', transaction: hash }],
        [{ at: -1, type: 'drop', transaction: hash }],
        [{ at: 0.5, type: 'drop', transaction: hash }],
        [{ at: 0, type: 'drop' }],
        [
          { at: 0, ...pay, label: 'a' },
          { at: 0, type: 'drop', transaction: 'a', hash },
        ],
        [{ at: 0, type: 'lift', label: '' }],
        [{ at: 0, type: 'fault' }],
        [{ at: 0, type: 'fault', fault: { type: 'null', times: -1 } }],
        [{ at: 0, type: 'setBalance', address: alice, balance: 1n }],
        [{ at: 0, ...pay, gasPrice: 1n }],
        [{ at: 0, ...pay, transactionType: 'legacy', accessList: [] }],
      ),
    ).toEqual(
      [
        'InvalidParametersError … "steps[0]" … expected a step, such as { at:',
        'InvalidParametersError … "steps[0].type" … expected one of',
        'InvalidParametersError … "steps[0].type" … expected one of',
        'InvalidParametersError … "steps[0].block" … expected a block as',
        'InvalidParametersError … "steps[0].at" … expected a whole number of ms',
        'InvalidParametersError … "steps[0].at" … expected a whole number of ms',
        'InvalidParametersError … "steps[0].at" … expected a whole number of ms',
        'InvalidParametersError … "steps[0].transaction" … expected a transaction:',
        'InvalidParametersError … "steps[1].hash" … expected one of at, type,',
        'InvalidParametersError … "steps[0].label" … expected a string of at',
        'InvalidParametersError … "steps[0].fault" … expected a fault, such as',
        'InvalidParametersError … "steps[0].fault.times" … expected an integer',
        'InvalidParametersError … "steps[0].value" … Option "steps[0].balance"',
        'InvalidParametersError … "steps[0].gasPrice" … Write "maxFeePerGas",',
        'InvalidParametersError … "steps[0].accessList" … Leave it out, or write',
      ].map(says),
    )
  })

  test('error: the order', () => {
    expect(
      refuse([
        { at: 5, ...pay },
        { at: 4, ...pay },
        { at: 4, ...pay },
        { at: 3, ...pay },
      ]),
    ).toEqual(
      [
        'InvalidParametersError … "steps[1].at" … Put the steps in the order',
      ].map(says),
    )
  })

  test('error: a label', () => {
    expect(
      refuse(
        [
          { at: 0, ...pay, label: 'a' },
          { at: 0, ...pay, label: 'a' },
        ],
        [
          { at: 0, ...pay, label: 'a' },
          { at: 0, ...down('a') },
        ],
        [{ at: 0, type: 'drop', transaction: 'a' }],
        [
          { at: 0, type: 'drop', transaction: 'a' },
          { at: 0, ...pay, label: 'a' },
        ],
        [
          { at: 0, ...down('a') },
          { at: 0, type: 'drop', transaction: 'a' },
        ],
        [
          { at: 0, ...pay, label: 'a' },
          { at: 0, type: 'lift', label: 'a' },
        ],
      ),
    ).toEqual(
      [
        'InvalidParametersError … "steps[1].label" … expected a label of its',
        'InvalidParametersError … "steps[1].fault.label" … expected a label of its',
        'InvalidParametersError … "steps[0].transaction" … expected the label of',
        'InvalidParametersError … "steps[0].transaction" … expected the label of',
        'InvalidParametersError … "steps[1].transaction" … expected the label of',
        'InvalidParametersError … "steps[1].label" … expected the label of an',
      ].map(says),
    )
  })
})
