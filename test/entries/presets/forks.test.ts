import { newAccountGas, transferLogs } from 'preseal/presets'
import { describe, expect, test } from 'vitest'
import { alice, bob, ether, play } from './play.js'

const transfer =
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const topicOf = (address: string) => `0x${address.slice(2).padStart(64, '0')}`

describe('transferLogs', () => {
  test('default: every payment has the log of ether that moved', async () => {
    const story = play(transferLogs())
    story.to(200)
    const [receipt] = await story.receipts('pending')
    expect(receipt?.logs).toMatchObject([
      {
        address: '0xfffffffffffffffffffffffffffffffffffffffe',
        topics: [transfer, topicOf(alice), topicOf(bob)],
        data: `0x${ether.toString(16).padStart(64, '0')}`,
      },
    ])
  })

  test('behavior: none for what moves nothing, or to oneself', async () => {
    const transactions = [{ value: 0n }, { to: alice } as const]
    const story = play(transferLogs({ transactions }))
    story.to(400)
    const receipts = await story.receipts('pending')
    expect(receipts.map(({ logs }) => logs)).toEqual([[], [], []])
  })
})

describe('newAccountGas', () => {
  test('default: the first payment to an account makes it', async () => {
    const story = play(newAccountGas())
    story.to(200)
    const receipts = await story.receipts('pending')
    expect(receipts.map(({ gasUsed }) => Number(gasUsed))).toEqual([
      204_600, 21_000,
    ])
  })
})
