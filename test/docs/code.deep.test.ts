import { readFileSync } from 'node:fs'
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
import { toTimers } from '../../src/entries/explore/options/options.js'
import { createExplore } from '../../src/entries/exploreKit/index.js'
import { page, pages } from './pages.js'
import { type Modules, run } from './run.js'

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

/**
 * An exploration that finds, and counts, what the page shows below it, or only
 * counts where nothing is to be found.
 */
function exploreAs(shown: string): typeof kit.explore {
  const declare = (name: string, run: () => Promise<void>) =>
    test(name, async () => {
      const print = vi.spyOn(console, 'info').mockReturnValue()
      const said = await run()
        .then(
          () => print.mock.calls.flat().join('\n'),
          (error: Error) => `FAIL  ${name}\n${error.message}`,
        )
        .finally(() => print.mockRestore())
      const end = shown.search(/^Explored /m)
      const [told, counts] = [shown.slice(0, end), shown.slice(end)]
      for (const line of told.split('\n').filter((one) => one !== '…'))
        expect(onOneLine(said)).toContain(onOneLine(line))
      expect(said.startsWith('FAIL')).toBe(told !== '')
      // How long it took is not the same anywhere.
      const timeless = (text: string) =>
        onOneLine(text).replaceAll(/ in \d+\.\d s/g, ' in 0.0 s')
      expect(timeless(said)).toContain(timeless(counts))
    })
  return createExplore({
    timers: toTimers(timers),
    declare: { test: declare, only: declare, skip: declare },
    testFile: () => undefined,
  })
}

function exploring(shown: string): Modules {
  return { ...modules, 'preseal/vitest': { ...kit, explore: exploreAs(shown) } }
}

/** A test that fails as the page shows below it. */
function failing(shown: string): Modules {
  const [first = ''] = shown.split('\n')
  const declare = (name: string, body: () => Promise<void>) =>
    test(name, async () => {
      const error = await body().catch((error: Error) => error)
      expect(`AssertionError: ${error?.message}`).toContain(first)
    })
  return { ...modules, vitest: { ...vitest, test: declare } }
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe.each(pages)('$path', ({ path, blocks, snippets }) => {
  test('code fits 80 columns', () => {
    const wide = blocks
      .flatMap(({ code }) => code.split('\n'))
      .filter((line) => line.length > 80)
    expect(wide).toEqual([])
  })

  // Others are run in a DOM by react.deep.test.ts, and by test/browser/guide.deep.test.ts.
  const runnable = snippets.filter(
    ({ needsDom, code }) =>
      !needsDom &&
      !code.includes("from 'playwright-core'") &&
      // It is of another runner: `npm run test:consumers` runs such tests.
      !/from '(node|bun):test'/.test(code),
  )
  for (const snippet of runnable) {
    const name = `${path}:${snippet.line}`
    const shown = blocks.find(({ line }) => line > snippet.line)?.code ?? ''
    const known = shown.startsWith('FAIL')
      ? exploring(shown)
      : shown.startsWith('AssertionError')
        ? failing(shown)
        : modules
    if (snippet.isTest) describe(name, () => run(snippet, known))
    else test(name, () => run(snippet, known))
  }
})

describe.each([
  ['README.md', '{ hash })', '{ hash, confirmations: 2 })'],
  ['docs/guide/first-test.md', 'confirmations: 1', 'confirmations: 2'],
] as const)('the remedy in %s', (path, broken, mended) => {
  const { snippets, blocks, text } = page(path)
  const shownBy = (line: number) =>
    blocks.find((block) => block.line > line)?.code ?? ''
  const failed = snippets.filter(({ line }) =>
    /^(FAIL|AssertionError)/.test(shownBy(line)),
  )
  const passed = blocks.find(({ code }) => code.startsWith('Explored '))
  const sources = failed.map(({ source }) => source.replace(broken, mended))
  for (const [index, one] of failed.entries())
    void run(
      { ...one, source: sources[index] ?? '' },
      exploring(passed?.code ?? ''),
    )

  test('is what the text says', () => {
    expect(text).toContain(mended)
    expect(failed).not.toEqual([])
    for (const source of sources) expect(source).toContain(mended)
  })
})
