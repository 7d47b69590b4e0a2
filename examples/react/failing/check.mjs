// Every test of failing.test.tsx fails, and what it prints says why: the lines
// of its story that are listed here.
import { spawnSync } from 'node:child_process'

const expected = {
  dropped: [/drop \{ transaction/, /0x\w+…\w+ dropped from block 2: requested/],
  omitted: [/planSeal \{ omit: /, /dropped from block 4: omitted/],
  reorged: [/reorg \{ omit: /, /block 1 replaced/, /from block 1: omitted/],
  unreachable: [
    /fault "http" acted on eth_call\(USDC\.balanceOf\(.*HTTP 503, 4 times/,
    /fault "http" still holds, acted on 4 requests/,
  ],
  lagging: [
    /fault "stale" acted on eth_call\(.*→ 100 USDC .*, 5 times, last at/,
  ],
  reverted: [/planSeal \{ amend: /, /block 1 sealed, .*, which reverted/],
  'another chain': [
    /What happened on node 2 of 2, chain 10:(?:.|\n)*"gift" pre-confirmed/,
  ],
  refused: [/wallet: eth_sendTransaction\(USDC\.transfer\(.*→ 4001 /],
  cancelled: [/wallet to wallet, 0 wei/, /dropped from block 1: replaced/],
  'no contract': [/balanceOf\(.* by Multicall3 → 0x, since no code is there/],
}

const { stdout } = spawnSync(
  'npx vitest run --config failing/vitest.config.ts --reporter=json',
  { encoding: 'utf8', shell: true },
)
const [{ assertionResults }] = JSON.parse(stdout).testResults
const printed = new Map(
  assertionResults.map(({ title, failureMessages }) => [
    title.split(':')[0],
    failureMessages.join('\n'),
  ]),
)
const wrong = Object.entries(expected).flatMap(([name, lines]) =>
  lines
    .filter((line) => !line.test(printed.get(name) ?? ''))
    .map((line) => `${name}: ${line} is not in\n${printed.get(name)}`),
)
if (printed.size !== Object.keys(expected).length)
  wrong.push(`${printed.size} tests ran`)
console.log(wrong.length === 0 ? 'Each failure says why.' : wrong.join('\n\n'))
process.exitCode = wrong.length
