import timers from '@sinonjs/fake-timers'
import {
  always,
  type Body,
  explore,
  formatFinding,
  rightAgain,
} from 'preseal/explore'
import { createPublicClient, createWalletClient, custom } from 'viem'
import { expect, test } from 'vitest'
import { bob } from '../../node/actors.js'

test('options: a pair is found, and shrunk to what is needed', async () => {
  const needsTwo: Body = ({ node, watch }) => {
    const client = createPublicClient({
      transport: custom(node.provider, { retryCount: 0 }),
    })
    let errors = 0
    const count = () => void errors++
    setInterval(() => client.getBalance({ address: bob }).catch(count), 900)
    setInterval(() => client.getGasPrice().catch(count), 1_100)
    watch('errors', () => errors, [always((value) => Number(value) < 2)])
  }
  const options = {
    duration: 8_000,
    timers,
    node: { accounts: { [bob]: { balance: 7n } } },
    accept: [{ mishap: / for 10000 ms/, reason: 'many' }],
  }
  const alone = await explore(needsTwo, options)
  expect(alone.findings).toEqual([])
  const { findings } = await explore(needsTwo, { ...options, pairs: 80 })
  expect(findings).toHaveLength(1)
  expect(findings[0]?.mishaps).toHaveLength(2)
  const again = await explore(needsTwo, { ...options, pairs: 80 })
  expect(again.findings.map(formatFinding)).toEqual(findings.map(formatFinding))
})

test('options: three mishaps are found, each in what the others led to', async () => {
  const needsThree: Body = async ({ node, watch }) => {
    let status = 'loading'
    watch('status', () => status, [always((shown) => shown !== 'gave up')])
    for (const method of ['eth_chainId', 'eth_gasPrice', 'eth_blockNumber']) {
      const isAnswered = await node.provider
        .request({ method } as never)
        .then(() => true)
        .catch(() => false)
      if (isAnswered) {
        status = 'loaded'
        return
      }
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    status = 'gave up'
  }
  const options = { duration: 4_000, timers, kinds: { late: 0 } }
  const { findings, tried } = await explore(needsThree, {
    ...options,
    pairs: 300,
  })
  expect(findings.map(({ mishaps }) => mishaps.length)).toEqual([3])
  expect(tried).toBeLessThan(300)
})

test('a fault hit what another mishap sent, and the page was blamed', async () => {
  const { findings } = await explore(
    ({ node, wallet, watch }) => {
      wallet.connect()
      const { account, provider } = wallet
      const { chain } = node
      const client = createPublicClient({ transport: custom(node.provider) })
      const transport = custom(provider)
      const user = createWalletClient({ account, chain, transport })
      let shown = 'loading'
      setInterval(async () => {
        const wei = await client.getBalance({ address: bob }).catch(() => shown)
        shown = `${wei}`
      }, 500)
      watch('balance', () => shown, [rightAgain()])
      user.sendTransaction({ to: bob, value: 1n }).catch(() => {})
    },
    { timers, pairs: 300, seed: 'a balance', bail: 1 },
  )
  expect(findings.map(formatFinding)).toEqual([])
})
