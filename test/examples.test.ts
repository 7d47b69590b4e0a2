import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { playStory } from '../examples/demo/playStory.js'
import { readStory } from '../examples/demo/readStory.js'
import { tour } from '../examples/demo/tour.js'
import { describeCaptures } from './chain/captures.js'
import { printed } from './examples/printed.js'

const root = fileURLToPath(new URL('../', import.meta.url))

// Importing a test file registers its tests here.
const examples = {
  'balanceWatcher.test.ts': () => import('../examples/balanceWatcher.test.js'),
  'clientTraps.test.ts': () => import('../examples/clientTraps.test.js'),
  'contracts.test.ts': () => import('../examples/contracts.test.js'),
  'ethers.test.ts': () => import('../examples/ethers.test.js'),
  'faults.test.ts': () => import('../examples/faults.test.js'),
  'http.test.ts': () => import('../examples/http.test.js'),
  'lostClick.test.ts': () => import('../examples/lostClick.test.js'),
  'prool.test.ts': () => import('../examples/prool.test.js'),
  'tokenPayments.test.ts': () => import('../examples/tokenPayments.test.js'),
  'presets/boundaries.test.ts': () =>
    import('../examples/presets/boundaries.test.js'),
  'presets/endpoints.test.ts': () =>
    import('../examples/presets/endpoints.test.js'),
  'presets/rhythm.test.ts': () => import('../examples/presets/rhythm.test.js'),
  'presets/seals.test.ts': () => import('../examples/presets/seals.test.js'),
  'presets/stalls.test.ts': () => import('../examples/presets/stalls.test.js'),
}

describe.each(Object.entries(examples))('examples/%s', async (_, load) => {
  await load()
})

test('every example is run', () => {
  const files = readdirSync(`${root}examples`, {
    recursive: true,
    encoding: 'utf8',
  })
    // The demo runs below, and what has packages of its own with consumers.
    .filter((path) => path.endsWith('.test.ts'))
  expect(files.sort()).toEqual(Object.keys(examples).sort())
})

const play = (name: string) =>
  printed(async () => playStory(name, await readStory(name)))

/** The rows at these instants, and what is told between rows. */
function rowsOf(output: string, ...instants: number[]): string {
  const row = new RegExp(`^ +(${instants.join('|')}) |^-- `)
  const rows = output.split('\n').filter((line) => row.test(line))
  return `\n${rows.join('\n')}\n`
}

describe('npm run demo -- story', () => {
  test('a preset', async () => {
    const output = await play('droppedTail')
    expect(rowsOf(output, 0, 1_800, 2_000, 4_000)).toMatchInlineSnapshot(`
      "
             0           1      0  0x5bbfab22..     1       21000           0  0x4ebc6dc0..
          1800           1      9  0x8104f2a5..    10      210000           0  0x4ebc6dc0..
      -- 2000 ms: block 1 sealed, 8 txs ---------------------------------------------------------------
      -- 2000 ms: payment#9 dropped (omitted) ---------------------------------------------------------
      -- 2000 ms: payment#10 dropped (omitted) --------------------------------------------------------
          2000           2      0  0xf88ae53a..     0           0           1  0xb29138b4..
      -- 4000 ms: block 2 sealed, 0 txs ---------------------------------------------------------------
          4000           3      0  0x662fd435..     0           0           2  0x8b3951f1..
      "
    `)
  })

  test('a scenario file', async () => {
    const output = await play(`${root}examples/scenarios/payments.json`)
    expect(rowsOf(output, 0, 600, 1_000, 2_000, 2_500)).toMatchInlineSnapshot(`
      "
             0           1      0  0x0115d1f4..     0           0           0  0xc4cadfd8..
           600           1      3  0x2c91b5a4..     2       42000           0  0xc4cadfd8..
      -- 1000 ms: regret dropped (requested) ----------------------------------------------------------
          1000           1      5  0xa74bbdad..     1       21000           0  0xc4cadfd8..
      -- 2000 ms: block 1 sealed, 1 txs ---------------------------------------------------------------
          2000           2      0  0xb45ad7a7..     0           0           1  0x3b315369..
      -- 2500 ms: block 1 sealed, 0 txs ---------------------------------------------------------------
      -- 2500 ms: payment dropped (omitted) -----------------------------------------------------------
          2500           2      2  0xa013e143..     0           0           1  0x1025f24e..
      -- 4000 ms: block 2 sealed, 0 txs ---------------------------------------------------------------
      -- 6000 ms: block 3 sealed, 0 txs ---------------------------------------------------------------
      "
    `)
  })

  test('what is none says so', async () => {
    await expect(readStory('nothing')).rejects.toThrow(
      /^nothing is neither a file nor a preset\. Presets are .*\.$/,
    )
  })
})

describeCaptures('npm run demo -- stream', () => {
  test('every hash of the messages is shown', async () => {
    const path = '../shared/captures/stream/unichain-sepolia-35535698.json'
    const output = await play(path)
    expect(rowsOf(output, 0, 200, 400, 600, 800)).toMatchInlineSnapshot(`
      "
             0    35535698      0  0xa66f8562..     2       67988      -32000
           200    35535698      1  0x67b0521e..     3      102269      -32000
           400    35535698      2  0x720feb74..     4      136550      -32000
           600    35535698      3  0x670844e3..     5      170831      -32000
           800    35535698      4  0xc463a312..     6      205112      -32000
      "
    `)
  })
})

describe('npm run demo', () => {
  let output = ''

  beforeAll(async () => {
    output = await printed(tour)
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
           0      1      0  0x0115d1f4..    0        0             0        0                0        0
         200      1      1  0xa74bbdad..    1    21000            *1        0                0        0
         600      1      3  0x2462eba9..    2    64000            *1        0               *1        0
        1800      1      9  0xbd5340a5..    5   149000         *1.75        0               *2        0
      -- sealed: block 1, 0x31c5c9f1.., 5 txs ---------------------------------------------------------
        2000      2      0  0x25973a6d..    1    21000         *3.75     1.75                2        2
      -- sealed: block 2, 0x9acb08ee.., 4 txs ---------------------------------------------------------
        4000      3      0  0x45bb62bd..    0        0         3.875    3.875                4        4
        block 1 says          0x31c5c9f1c33105ec68af6536f6c996d4f57b317223129f078c1566d06cc487dc
        its header makes      0x31c5c9f1c33105ec68af6536f6c996d4f57b317223129f078c1566d06cc487dc
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
