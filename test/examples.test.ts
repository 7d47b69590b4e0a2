import { exec } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))

// Importing a test file registers its tests here.
const examples = {
  'balanceWatcher.test.ts': () => import('../examples/balanceWatcher.test.js'),
  'clientTraps.test.ts': () => import('../examples/clientTraps.test.js'),
  'ethers.test.ts': () => import('../examples/ethers.test.js'),
  'faults.test.ts': () => import('../examples/faults.test.js'),
  'http.test.ts': () => import('../examples/http.test.js'),
  'presets/boundaries.test.ts': () =>
    import('../examples/presets/boundaries.test.js'),
  'presets/endpoints.test.ts': () =>
    import('../examples/presets/endpoints.test.js'),
  'presets/rhythm.test.ts': () => import('../examples/presets/rhythm.test.js'),
  'presets/seals.test.ts': () => import('../examples/presets/seals.test.js'),
  'presets/stalls.test.ts': () => import('../examples/presets/stalls.test.js'),
  'prool.test.ts': () => import('../examples/prool.test.js'),
}

describe.each(Object.entries(examples))('examples/%s', async (_, load) => {
  await load()
})

test('every example is run', () => {
  const files = readdirSync(`${root}examples`, {
    recursive: true,
    encoding: 'utf8',
  }).filter((path) => path.endsWith('.ts'))
  expect(files.sort()).toEqual([...Object.keys(examples), 'demo.ts'].sort())
})

describe('npm run demo', () => {
  const play = () => promisify(exec)('npm run --silent demo', { cwd: root })
  let output = ''
  let again = ''

  // A status other than 0 rejects.
  beforeAll(async () => {
    const runs = await Promise.all([play(), play()])
    ;[output, again] = runs.map(({ stdout }) => stdout) as [string, string]
  }, 60_000)

  test('prints the same every time', () => {
    expect(again).toBe(output)
  })

  test('fits a terminal of 100 columns, in plain ASCII without colours', () => {
    const lines = output.split('\n')
    expect(lines.filter((line) => line.length > 100)).toEqual([])
    expect(lines.filter((line) => !/^[ -~]*$/.test(line))).toEqual([])
  })

  test('shows pre-confirmations, a seal, 403, null and a drop', () => {
    const rows = [
      /^ +ms /,
      /^ +(0|200|600|1800|2000|4000) /,
      /^-- sealed/,
      /^ {2}[a-z]/,
    ]
    const shown = output
      .split('\n')
      .filter((line) => rows.some((row) => row.test(line)))
    expect(`\n${shown.join('\n')}\n`).toMatchInlineSnapshot(`
      "
          ms  block  index          hash  txs      gas       pending   latest          pending   latest
           0      1      0  0x8451f758..    0        0             0        0                0        0
         200      1      1  0x4b39ea2c..    1    21000            *1        0                0        0
         600      1      3  0xab7ab947..    2    64000            *1        0               *1        0
        1800      1      9  0xcffeb37d..    5   149000         *1.75        0               *2        0
      -- sealed: block 1, 0x3f1a6f5f.., 5 txs ---------------------------------------------------------
        2000      2      0  0xbb4847c4..    1    21000         *3.75     1.75                2        2
      -- sealed: block 2, 0x7ac13685.., 4 txs ---------------------------------------------------------
        4000      3      0  0xbe5678b6..    0        0         3.875    3.875                4        4
        block 1 says          0x3f1a6f5f29718b2af59df166cfbde034ac2f6e2d1031a0eff35bb6baa784882c
        its header makes      0x3f1a6f5f29718b2af59df166cfbde034ac2f6e2d1031a0eff35bb6baa784882c
        eth_getBlockReceipts  HTTP 403, code -32601: rpc method is not whitelisted
        viem makes of it      MethodNotFoundRpcError
        eth_getBlockByNumber  null
        viem makes of it      BlockNotFoundError: Block could not be found.
        once it is lifted     block 3
        before                bob has 3.875
        pre-confirmed         bob has 6.875
        its receipt           success
        dropped               bob has 3.875
        its receipt           TransactionReceiptNotFoundError
      "
    `)
  })
})
