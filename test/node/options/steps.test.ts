import { describe, expect, test } from 'vitest'
import { parseOptions } from '../../../src/node/options/parseOptions.js'
import { alice, bob, hash, refusal } from '../schema/refusal.js'

const refuse = (...timelines: unknown[][]) =>
  timelines.map((steps) => refusal(() => parseOptions({ steps })))

const pay = { type: 'preconfirm', from: alice, to: bob }
const down = { type: 'fault', fault: { type: 'network' } }

describe('steps', () => {
  test('default', () => {
    const { steps } = parseOptions({
      steps: [
        {
          at: 0,
          ...pay,
          transactionType: 'legacy',
          gasPrice: 1n,
          label: 'pay',
        },
        { at: 0, type: 'setBalance', address: alice, value: 1n },
        { at: 1, type: 'setNonce', address: alice, nonce: 1 },
        { at: 1, type: 'setCode', address: alice, bytecode: '0xFE' },
        {
          at: 2,
          type: 'setStorageAt',
          address: alice,
          index: 10,
          value: '0x1',
        },
        {
          at: 2,
          type: 'setStorageAt',
          address: alice,
          index: '0xA',
          value: '0x1',
        },
        { at: 200, type: 'drop', transaction: 'pay' },
        { at: 200, type: 'drop', transaction: hash },
        { at: 300, ...down, label: 'down' },
        { at: 400, ...down },
        { at: 500, type: 'lift', label: 'down' },
      ],
    })
    expect(steps).toMatchInlineSnapshot(`
      [
        {
          "at": 0,
          "from": "0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1",
          "gasPrice": 1n,
          "label": "pay",
          "to": "0xb0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0",
          "transactionType": "legacy",
          "type": "preconfirm",
        },
        {
          "address": "0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1",
          "at": 0,
          "type": "setBalance",
          "value": 1n,
        },
        {
          "address": "0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1",
          "at": 1,
          "nonce": 1,
          "type": "setNonce",
        },
        {
          "address": "0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1",
          "at": 1,
          "bytecode": "0xfe",
          "type": "setCode",
        },
        {
          "address": "0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1",
          "at": 2,
          "index": "0x000000000000000000000000000000000000000000000000000000000000000a",
          "type": "setStorageAt",
          "value": "0x0000000000000000000000000000000000000000000000000000000000000001",
        },
        {
          "address": "0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1",
          "at": 2,
          "index": "0x000000000000000000000000000000000000000000000000000000000000000a",
          "type": "setStorageAt",
          "value": "0x0000000000000000000000000000000000000000000000000000000000000001",
        },
        {
          "at": 200,
          "transaction": "pay",
          "type": "drop",
        },
        {
          "at": 200,
          "transaction": "0xfefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefe",
          "type": "drop",
        },
        {
          "at": 300,
          "fault": {
            "type": "network",
          },
          "label": "down",
          "type": "fault",
        },
        {
          "at": 400,
          "fault": {
            "type": "network",
          },
          "type": "fault",
        },
        {
          "at": 500,
          "label": "down",
          "type": "lift",
        },
      ]
    `)
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
    ).toMatchInlineSnapshot(`
      [
        "InvalidOptionsError: Option "steps[0]" is null, expected a step, such as { at: 200, type: "preconfirm", from, to, value }.",
        "InvalidOptionsError: Option "steps[0].type" is missing, expected one of ….",
        "InvalidOptionsError: Option "steps[0].type" is "legacy", expected one of ….",
        "InvalidOptionsError: Option "steps[0].block" is missing, expected a block as eth_getBlockByNumber answers it.",
        "InvalidOptionsError: Option "steps[0].at" is missing, expected an integer from 0 to 2^53 - 1.",
        "InvalidOptionsError: Option "steps[0].at" is -1, expected an integer from 0 to 2^53 - 1.",
        "InvalidOptionsError: Option "steps[0].at" is 0.5, expected an integer from 0 to 2^53 - 1.",
        "InvalidOptionsError: Option "steps[0].transaction" is missing, expected a transaction: its hash, its label, or { sent } for one that the application sent.",
        "InvalidOptionsError: Option "steps[1].hash" is an unknown key, expected one of at, type, transaction.",
        "InvalidOptionsError: Option "steps[0].label" is "", expected a string of at least one character.",
        "InvalidOptionsError: Option "steps[0].fault" is missing, expected a fault, such as { type: "null" }.",
        "InvalidOptionsError: Option "steps[0].fault.times" is -1, expected an integer from 1 to 2^53 - 1.",
        "InvalidOptionsError: Option "steps[0].value" is missing, expected a bigint of wei from 0n to below 2^256. Option "steps[0].balance" is an unknown key, expected "value", the nearest known one.",
        "InvalidOptionsError: Option "steps[0].gasPrice" is 1n, expected nothing with transactionType "eip1559", the default. Write "maxFeePerGas", or transactionType: "legacy".",
        "InvalidOptionsError: Option "steps[0].accessList" is an array of 0, expected nothing with transactionType "legacy". Leave it out, or write transactionType: "eip2930".",
      ]
    `)
  })

  test('error: the order', () => {
    expect(
      refuse([
        { at: 5, ...pay },
        { at: 4, ...pay },
        { at: 4, ...pay },
        { at: 3, ...pay },
      ]),
    ).toMatchInlineSnapshot(`
      [
        "InvalidOptionsError: Option "steps[1].at" is 4, expected at least 5, the "at" of the step before. Put the steps in the order of time. Option "steps[3].at" is 3, expected at least 4, the "at" of the step before. Put the steps in the order of time.",
      ]
    `)
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
          { at: 0, ...down, label: 'a' },
        ],
        [{ at: 0, type: 'drop', transaction: 'a' }],
        [
          { at: 0, type: 'drop', transaction: 'a' },
          { at: 0, ...pay, label: 'a' },
        ],
        [
          { at: 0, ...down, label: 'a' },
          { at: 0, type: 'drop', transaction: 'a' },
        ],
        [
          { at: 0, ...pay, label: 'a' },
          { at: 0, type: 'lift', label: 'a' },
        ],
      ),
    ).toMatchInlineSnapshot(`
      [
        "InvalidOptionsError: Option "steps[1].label" is "a", expected a label of its own, as steps[0] has this one.",
        "InvalidOptionsError: Option "steps[1].label" is "a", expected a label of its own, as steps[0] has this one.",
        "InvalidOptionsError: Option "steps[0].transaction" is "a", expected the label of an earlier step of type "preconfirm", or a 32-byte hash.",
        "InvalidOptionsError: Option "steps[0].transaction" is "a", expected the label of an earlier step of type "preconfirm", or a 32-byte hash.",
        "InvalidOptionsError: Option "steps[1].transaction" is "a", expected the label of an earlier step of type "preconfirm", or a 32-byte hash.",
        "InvalidOptionsError: Option "steps[1].label" is "a", expected the label of an earlier step of type "fault" or "inclusion".",
      ]
    `)
  })
})
