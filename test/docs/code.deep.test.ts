import { readFileSync } from 'node:fs'
import * as nodeTimers from 'node:timers'
import * as util from 'node:util'
import * as timers from '@sinonjs/fake-timers'
import * as ethers from 'ethers'
import * as msw from 'msw'
import * as mswNode from 'msw/node'
import * as preseal from 'preseal'
import * as bundler from 'preseal/bundler'
import * as chains from 'preseal/chains'
import * as contracts from 'preseal/contracts'
import * as evm from 'preseal/evm'
import * as explore from 'preseal/explore'
import * as fork from 'preseal/fork'
import * as matchers from 'preseal/matchers'
import * as presets from 'preseal/presets'
import * as record from 'preseal/record'
import * as reporter from 'preseal/reporter'
import * as server from 'preseal/server'
import * as stream from 'preseal/stream'
import * as timeline from 'preseal/timeline'
import * as kit from 'preseal/vitest'
import * as wallet from 'preseal/wallet'
import * as wallets from 'preseal/wallets'
import * as websocket from 'preseal/websocket'
import * as viem from 'viem'
import * as viemAccountAbstraction from 'viem/account-abstraction'
import * as viemAccounts from 'viem/accounts'
import * as viemChains from 'viem/chains'
import * as vitest from 'vitest'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as vitestConfig from 'vitest/config'
import * as wagmi from 'wagmi'
import * as wagmiActions from 'wagmi/actions'
import * as web3 from 'web3'
import { declareSnippets, isOfOtherRunner } from './declareSnippets.js'
import { pages } from './pages.js'
import type { Modules } from './run.js'
import type { Snippet } from './snippet.js'

const modules: Modules = {
  '@sinonjs/fake-timers': timers,
  ethers,
  msw,
  'msw/node': mswNode,
  preseal,
  'preseal/bundler': bundler,
  'preseal/chains': chains,
  'preseal/record': record,
  'preseal/fork': fork,
  'preseal/contracts': contracts,
  'preseal/evm': evm,
  'preseal/explore': explore,
  'preseal/server': server,
  'preseal/presets': presets,
  'preseal/stream': stream,
  'preseal/wallet': wallet,
  'preseal/wallets': wallets,
  'preseal/node-test': kit,
  'preseal/bun': kit,
  'preseal/deno': kit,
  'preseal/websocket': websocket,
  'preseal/matchers': matchers,
  'preseal/timeline': timeline,
  'preseal/vitest': kit,
  'preseal/reporter': reporter,
  // The same kit; jest itself is not installed here.
  'preseal/jest': kit,
  'node:timers': nodeTimers,
  'node:util': util,
  // Whatever file a page reads is a record of a fork.
  'node:fs': {
    readFileSync: () =>
      readFileSync('test/entries/fork/uniswap/fork.json', 'utf8'),
  },
  viem,
  'viem/account-abstraction': viemAccountAbstraction,
  'viem/accounts': viemAccounts,
  'viem/chains': viemChains,
  vitest,
  'vitest/config': vitestConfig,
  wagmi,
  'wagmi/actions': wagmiActions,
  web3,
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

// Others are run in a DOM by react.deep.test.ts, and by
// test/browser/guide.deep.test.ts.
const runsHere = ({ needsDom, code }: Snippet) =>
  !needsDom &&
  !code.includes("from 'playwright-core'") &&
  !isOfOtherRunner(code)

describe.each(pages)('$path', (page) => {
  test('code fits 80 columns', () => {
    const wide = page.blocks
      .flatMap(({ code }) => code.split('\n'))
      .filter((line) => line.length > 80)
    expect(wide).toEqual([])
  })

  declareSnippets(page, modules, runsHere)
})
