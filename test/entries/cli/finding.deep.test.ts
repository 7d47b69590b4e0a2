import { writeFileSync } from 'node:fs'
import FakeTimers from '@sinonjs/fake-timers'
import {
  type Body,
  explore,
  type Finding,
  formatFound,
  type Invariant,
} from 'preseal/explore'
import { describe, expect, test } from 'vitest'
import { bob } from '../../node/actors.js'
import { play } from './play.js'
import { scratchFile } from './scratchFile.js'

/** An application that pays, polls, and is never right once something failed. */
const app: Body = async ({ node, wallet, watch, user, page }) => {
  const ask = (method: string, ...params: unknown[]) =>
    node.provider.request({ method, params } as never).catch(() => null)
  watch('it', () => 1, [])
  wallet.connect()
  page(() => {
    const timer = setInterval(() => {
      void ask('eth_getBalance', bob, 'pending')
      void ask('eth_getLogs', { fromBlock: '0x0', toBlock: 'latest' })
    }, 700)
    return () => clearInterval(timer)
  })
  const filter = await ask('eth_newBlockFilter')
  setTimeout(() => void ask('eth_getFilterChanges', filter), 1_500)
  const call = { from: wallet.account, to: bob, value: '0x1' }
  await user('Pay', () =>
    wallet.provider
      .request({ method: 'eth_sendTransaction', params: [call] } as never)
      .catch(() => null),
  )
}

const wrong: Invariant = ({ mishaps, now }) =>
  mishaps.length > 0 ? { at: now, text: 'something went wrong' } : undefined

async function find(): Promise<readonly Finding[]> {
  const { findings } = await explore(app, {
    timers: FakeTimers,
    duration: 5_000,
    runs: 1_000,
    bail: 1_000,
    invariants: [wrong],
  })
  return findings
}

describe('a file of a finding', () => {
  test('by whatever mishap is shown and served', async () => {
    const findings = await find()
    const kinds = findings.map(({ mishaps }) => mishaps[0]?.kind)
    // Those of the chain, of requests, of the wallet and of the page.
    expect(kinds).toEqual(
      expect.arrayContaining([
        ...['late', 'failed', 'dropped', 'reorged', 'omitted', 'reverted'],
        ...['rejected', 'leftOpen', 'repeated', 'reloaded', 'forgotten'],
      ]),
    )
    for (const finding of findings) {
      const file = scratchFile(`${finding.mishaps[0]?.kind}.json`)
      writeFileSync(file, formatFound('it pays', finding))
      const shown = await play('show', file, '--as', 'text').ended
      expect({ code: shown.code, stderr: shown.stderr }).toEqual({
        code: 0,
        stderr: '',
      })
      const served = play('serve', file, '--port', '0')
      await served.until(/http:\/\/127\.0\.0\.1:\d+/)
      await served.interrupt()
    }
  })
})
