import { dirname, relative, sep } from 'node:path'
import { parseAddress, parseWord, type Result } from '../../base/hex/hex.js'
import { formatScenario, type Hex, type MockNodeOptions } from '../../index.js'
import { record } from '../record/index.js'
import type { Command, Host } from './host/command.js'
import { openOutput } from './host/openOutput.js'
import {
  parseArguments,
  parseDuration,
  readAll,
  readEach,
  usageError,
} from './host/parseArguments.js'
import { stopSignal } from './host/stopping.js'
import { progressBar, recordedLine } from './recordLines.js'

const help = `Records a live endpoint as a scenario that replays its answers.

Usage: preseal record <url> [options]

Options:
  --for <duration>            time to record, by default 20s; in ms, s, m or h
  --every <duration>          time between two polls, by default 200ms
  --balance <address>         records a balance; may be given several times
  --storage <address>:<slot>  records a storage slot; may be given several times
  -o, --output <file>         the file to write; else stdout
  --quiet                     prints no progress
  --help                      prints this

No other state is recorded. If SIGINT or SIGTERM interrupts the command, it
writes what it has recorded so far. It fails early if it cannot connect within
2 s and 5 polls.

Exit codes: 0 when the scenario is written, 1 for a failure, 2 for a wrong
command line.
`

const options = {
  for: { type: 'string' },
  every: { type: 'string' },
  balance: { type: 'string', multiple: true },
  storage: { type: 'string', multiple: true },
  output: { type: 'string', short: 'o' },
  quiet: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export const recordCommand: Command = {
  summary: 'records a live endpoint as a scenario',
  async run(args, host) {
    const { values, positionals } = parseArguments(args, options)
    if (values.help) return void host.stdout.write(help)
    const { balance = [], storage = [], quiet = false, output } = values
    const { balances, slots, ...recording } = readEach({
      from: () => parseEndpoint(positionals),
      duration: () => parseDuration('--for', values.for ?? '20s', 0),
      pollingInterval: () =>
        parseDuration('--every', values.every ?? '200ms', 1),
      balances: () =>
        readAll(balance, (given) =>
          take('--balance', given, parseAddress(given)),
        ),
      slots: () => readAll(storage, parseSlot),
    })
    const file = output === '-' ? undefined : output
    const write = await openOutput(file, host.stdout)
    const isShown = !quiet && host.stderr.isTTY
    const scenario = await recordUntilStopped(host, (signal) =>
      record({
        ...recording,
        watch: { balances, storage: slots },
        signal,
        onProgress: (progress) => {
          if (isShown) host.stderr.write(progressBar(progress))
        },
      }),
    ).finally(() => {
      if (isShown) host.stderr.write(clear)
    })
    const $schema = JSON.stringify(schemaFrom(file))
    const text = formatScenario(scenario)
    await write(text.replace('{', () => `{\n  "$schema": ${$schema},`))
    if (!quiet) host.stderr.write(recordedLine(scenario, file))
  },
}

/** The path of the schema for an editor, seen from the file. */
function schemaFrom(file = ''): string {
  const path = relative(
    dirname(file),
    'node_modules/preseal/dist/scenario.schema.json',
  ).replaceAll(sep, '/')
  return path.startsWith('.') ? path : `./${path}`
}

const clear = '\r\u001b[K'

async function recordUntilStopped(
  host: Host,
  start: (signal: AbortSignal) => Promise<MockNodeOptions>,
): Promise<MockNodeOptions> {
  const { signal, release } = stopSignal(host)
  return start(signal).finally(release)
}

function parseEndpoint([url, ...others]: readonly string[]): string {
  if (url === undefined)
    throw usageError(
      'Which endpoint? Give its URL. See "preseal record --help".',
    )
  if (others.length > 0)
    throw usageError(
      `Only one endpoint can be recorded. Remove "${hidden(`${others[0]}`)}". See "preseal record --help".`,
    )
  if (/^https?:\/\/./.test(url) && URL.canParse(url)) return url
  throw usageError(
    `The endpoint is "${hidden(url)}", expected a URL such as https://sepolia.base.org.`,
  )
}

/** A password must not end up in a terminal's log. */
function hidden(url: string): string {
  return url.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1***@')
}

function parseSlot(given: string) {
  const [address, slot, ...others] = given.split(':')
  if (others.length > 0 || slot === undefined)
    throw usageError(
      `Option "--storage" is "${given}", expected <address>:<slot>.`,
    )
  const word = /^\d+$/.test(slot) ? `0x${BigInt(slot).toString(16)}` : slot
  return {
    address: take('--storage', given, parseAddress(address)),
    slot: take('--storage', given, parseWord(word)),
  }
}

function take(option: string, given: string, parsed: Result<Hex>): Hex {
  if (parsed.ok) return parsed.value
  throw usageError(
    `Option "${option}" is "${given}", expected ${parsed.expected}.`,
  )
}
