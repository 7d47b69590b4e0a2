import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { rules, unusedExceptions, violations } from './architecture/rules.js'

const root = fileURLToPath(new URL('../', import.meta.url))
const src = `${root}src/`
const sourcesOf = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => /^(?!.*node_modules\/).*\.(ts|mjs)$/.test(path))
      .map((path) => [path, readFileSync(folder + path, 'utf8')]),
  )
const sources = sourcesOf(src)

describe('src', () => {
  test('has files', () => {
    expect(Object.keys(sources)).toContain('index.ts')
  })

  test('behavior: the map names files that are there', () => {
    const map = readFileSync(`${root}ARCHITECTURE.md`, 'utf8')
    // A name without a folder is in the one that its line named last.
    const named = map.split('\n').flatMap((line) => {
      let folder = ''
      return [...line.matchAll(/`(?:src\/)?((?:\w+\/)*)(\w+\.ts)?`/g)].flatMap(
        ([, path = '', name]) => {
          if (path !== '') folder = path
          return name === undefined ? [] : [folder + name]
        },
      )
    })
    expect(named.length).toBeGreaterThan(60)
    expect(
      named.filter((path) => !(path in sources) && !path.startsWith('test/')),
    ).toEqual([])
  })

  test('behavior: no exception stands that no entry needs', () => {
    expect(unusedExceptions(sources)).toEqual([])
  })

  test.each(Object.entries(rules))('%s', (_, rule) => {
    expect(violations(rule, sources)).toEqual([])
  })
})

// For every rule: sources that break it, and what it must say of them.
const broken: [rule: string, Record<string, string>, string[]][] = [
  [
    'every file stands in a room of the rank table',
    { 'utils/sum.ts': '', 'base/hex/hex.ts': '', 'base/errors/errors.ts': '' },
    ['utils/sum.ts: utils/sum.ts'],
  ],
  [
    'relative imports name a file of src',
    {
      'base/hex/hex.ts': "import './bytes.js'\nimport '../../package.json'",
      'base/hex/toHex.ts': "export * from './hex.js'\nimport './hex'",
    },
    [
      'base/hex/hex.ts: ./bytes.js',
      'base/hex/hex.ts: ../../package.json',
      'base/hex/toHex.ts: ./hex',
    ],
  ],
  [
    'imports go to lower ranks',
    {
      'base/hex/hex.ts': "import type { Chain } from '../../chain/chain.js'",
      'chain/chain.ts': "export { fault } from '../node/faults/fault.js'",
      'node/faults/fault.ts': "import { hex } from '../../base/hex/hex.js'",
      'rpc/call.ts': "type Node = import('../node/runtime/cell.js').Cell",
      'node/runtime/cell.ts': "await import('../../doors/http.js')",
      'doors/http.ts': "import './eip1193.js'",
      'doors/eip1193.ts':
        "import '../node/runtime/cell.js'\nimport '../rpc/call.js'",
    },
    [
      'base/hex/hex.ts: chain',
      'chain/chain.ts: node/faults',
      'rpc/call.ts: node/runtime',
      'node/runtime/cell.ts: doors',
    ],
  ],
  [
    'no two folders import each other',
    {
      'chain/chain.ts': "import './blocks/block.js'",
      'chain/blocks/block.ts': "import '../model/state.js'",
      'chain/model/state.ts': '',
      'chain/model/open.ts': "import '../blocks/block.js'",
      'chain/roots/root.ts': "import '../chain.js'\nimport './low/node.js'",
      'chain/roots/low/node.ts': '',
    },
    [
      'chain/blocks/block.ts: chain/blocks and chain/model',
      'chain/model/open.ts: chain/model and chain/blocks',
    ],
  ],
  [
    'no file imports itself through others',
    {
      'base/hex/a.ts': "import { b } from './b.js'",
      'base/hex/b.ts': "import type { C } from './c.js'",
      'base/hex/c.ts': "export * from './a.js'",
      'base/hex/d.ts': "import './a.js'",
    },
    [
      'base/hex/a.ts: base/hex/a.ts',
      'base/hex/b.ts: base/hex/b.ts',
      'base/hex/c.ts: base/hex/c.ts',
    ],
  ],
  [
    'only the clock imports fake-timers',
    {
      'base/clock/clock.ts':
        "import { createClock } from '@sinonjs/fake-timers'",
      'node.ts': "import type { Clock } from '@sinonjs/fake-timers'",
    },
    ['node.ts: @sinonjs/fake-timers'],
  ],
  [
    'the chain imports neither zod nor eventemitter3',
    {
      'chain/seal.ts': "import * as z from 'zod/mini'\nimport 'eventemitter3'",
      'rpc/schema.ts': "import * as z from 'zod/mini'",
    },
    ['chain/seal.ts: zod/mini', 'chain/seal.ts: eventemitter3'],
  ],
  [
    'no file imports the package itself, or a module of Node outside of entries that run there',
    {
      'doors/http.ts': "import 'node:http'\nimport { join } from 'path/posix'",
      'index.ts': "export * from 'preseal'\nimport 'eventemitter3'",
      'entries/server/serve.ts': "import 'node:http'\nimport 'preseal/presets'",
      'entries/record/record.ts': "import 'node:fs'",
    },
    [
      'doors/http.ts: node:http',
      'doors/http.ts: path/posix',
      'index.ts: preseal',
      'entries/server/serve.ts: preseal/presets',
      'entries/record/record.ts: node:fs',
    ],
  ],
  [
    'further entries import public names, and what stands on nothing',
    {
      'base/errors/errors.ts': '',
      'base/hex/display.ts': '',
      'doors/http.ts': '',
      'index.ts': "export { http } from './doors/http.js'",
      'entries/server/index.ts': "export { serve } from './serve.js'",
      'entries/server/serve.ts':
        "import '../../errors.js'\nimport '../../base/hex/display.js'\nimport type { http } from '../../doors/http.js'",
      'entries/cli/cli.ts':
        "import '../../index.js'\nimport '../server/index.js'\nimport '../server/serve.js'",
      'base/codec/rlp.ts': '',
      'entries/evm/evm.ts':
        "import '../../base/codec/rlp.js'\nimport '../../doors/http.js'",
    },
    [
      'entries/evm/evm.ts: doors/http.ts',
      'entries/server/serve.ts: doors/http.ts',
      'entries/cli/cli.ts: entries/server/serve.ts',
    ],
  ],
  [
    'nothing of viem runs but in contracts',
    {
      'entries/contracts/contract.ts': "import { keccak256 } from 'viem'",
      'chain/a.ts': "import { type Hex, toRlp, keccak256 } from 'viem'",
      'chain/b.ts': "import * as viem from 'viem/utils'",
      'chain/c.ts': "export { RpcError as Other } from 'viem'",
      'chain/d.ts':
        "import type { RpcError } from 'viem'\nawait import('viem')",
      'chain/e.ts':
        "type Hex = import('viem').Hex; import type { Chain } from 'viem'",
    },
    [
      'chain/a.ts: toRlp',
      'chain/a.ts: keccak256',
      'chain/b.ts: *',
      'chain/c.ts: RpcError',
      'chain/d.ts: *',
    ],
  ],
  [
    'only the clock knows time and chance',
    {
      'base/clock/clock.ts': 'setTimeout(() => Date.now(), 1)',
      'node.ts': "// Date.now()\nconst text = 'setTimeout'; clock.setTimeout()",
      'rpc/a.ts': 'const now: Date = new globalThis.Date()',
      'rpc/b.ts': "Math['random'](); const { random } = Math; Math.max(1)",
      'rpc/c.ts': 'type Clock = { setTimeout(): void }; f({ setInterval })',
      'rpc/d.ts': 'process.nextTick(queueMicrotask, crypto.randomUUID)',
      'entries/endpoint/platformClock.ts': 'setTimeout(() => Date.now(), 1)',
      'entries/record/record.ts': 'Date.now()',
    },
    [
      'rpc/a.ts: Date',
      'rpc/a.ts: Date',
      'rpc/b.ts: Math.random',
      'rpc/b.ts: Math.random',
      'rpc/c.ts: setInterval',
      'rpc/d.ts: queueMicrotask',
      'rpc/d.ts: process.nextTick',
      'rpc/d.ts: crypto.randomUUID',
      'entries/record/record.ts: Date',
    ],
  ],
]

describe('the rules', () => {
  test('are all tried', () => {
    expect(broken.map(([name]) => name)).toEqual(Object.keys(rules))
  })

  test.each(broken)('%s', (name, broken, expected) => {
    const rule = rules[name]
    expect(rule && violations(rule, broken).sort()).toEqual(expected.sort())
  })
})
