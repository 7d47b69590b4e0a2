import { access, constants, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PresealError } from '../errors.js'
import { type Parsed, parseAddress, parseWord } from '../hex/parse.js'
import { formatScenario, type Hex, type MockNodeOptions } from '../index.js'
import { record } from '../record/index.js'
import type { Command, Host } from './command.js'
import { parseArguments, UsageError } from './parseArguments.js'
import { parseDuration } from './parseDuration.js'
import { progressBar, recordedLine } from './recordLines.js'

const help = `Records a live endpoint as a scenario, which replays what was seen.

Usage: preseal record <url> [options]

Options:
  --for <duration>            20s by default; in ms, s or m
  --every <duration>          from poll to poll; 200ms by default
  --balance <address>         records a balance; may be given several times
  --storage <address>:<slot>  records a storage slot; likewise
  -o, --output <file>         where the scenario goes; else to stdout
  --quiet                     prints no progress
  --help                      prints this

State that is not named is not recorded. Interrupted by SIGINT or SIGTERM, it
writes what it has so far.

Exit codes: 0 when the scenario is written, 1 for what fails, 2 for a command
line that is wrong.
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
    const recording = {
      url: parseUrl(positionals),
      duration: parseDuration('--for', values.for ?? '20s', 0),
      every: parseDuration('--every', values.every ?? '200ms', 1),
      watch: {
        balances: balance.map((given) =>
          take('--balance', given, parseAddress(given)),
        ),
        storage: storage.map(parseSlot),
      },
    }
    const file = output === '-' ? undefined : output
    if (file !== undefined) await checkWritable(file)
    const isShown = !quiet && host.stderr.isTTY
    const scenario = await recordUntilStopped(host, (signal) =>
      record({
        ...recording,
        signal,
        onProgress: (progress) => {
          if (isShown) host.stderr.write(progressBar(progress))
        },
      }),
    ).finally(() => {
      if (isShown) host.stderr.write(clear)
    })
    const text = formatScenario(scenario)
    if (file === undefined) host.stdout.write(text)
    else await writeFile(file, text).catch(refuseFile(file))
    if (!quiet) host.stderr.write(recordedLine(scenario, file))
  },
}

const clear = '\r\u001b[K'

/** A second interruption ends the process, as without a listener. */
async function recordUntilStopped(
  host: Host,
  start: (signal: AbortSignal) => Promise<MockNodeOptions>,
): Promise<MockNodeOptions> {
  const stopping = new AbortController()
  const stop = () => {
    release()
    stopping.abort()
  }
  const release = () => host.off('SIGINT', stop).off('SIGTERM', stop)
  host.on('SIGINT', stop).on('SIGTERM', stop)
  return start(stopping.signal).finally(release)
}

function parseUrl([url, ...others]: readonly string[]): string {
  if (url === undefined)
    throw new UsageError(
      'Which endpoint? Give its URL. See "preseal record --help".',
    )
  if (others.length > 0)
    throw new UsageError(
      `One endpoint is recorded, so what is "${others[0]}"? See "preseal record --help".`,
    )
  if (/^https?:\/\/./.test(url) && URL.canParse(url)) return url
  throw new UsageError(
    `The endpoint is "${url}", expected a URL such as https://sepolia.base.org.`,
  )
}

function parseSlot(given: string) {
  const [address, slot, ...others] = given.split(':')
  if (others.length > 0 || slot === undefined)
    throw new UsageError(
      `Option "--storage" is "${given}", expected <address>:<slot>.`,
    )
  const word = /^\d+$/.test(slot) ? `0x${BigInt(slot).toString(16)}` : slot
  return {
    address: take('--storage', given, parseAddress(address)),
    slot: take('--storage', given, parseWord(word)),
  }
}

function take(option: string, given: string, parsed: Parsed<Hex>): Hex {
  if (parsed.ok) return parsed.value
  throw new UsageError(
    `Option "${option}" is "${given}", expected ${parsed.expected}.`,
  )
}

/** Before anything is recorded that then cannot be kept. */
async function checkWritable(file: string): Promise<void> {
  await access(dirname(file), constants.W_OK).catch(refuseFile(file))
}

function refuseFile(file: string) {
  return (error: NodeJS.ErrnoException): never => {
    throw new OutputFileError(file, error)
  }
}

class OutputFileError extends PresealError {
  override readonly name = 'OutputFileError'

  constructor(file: string, cause: NodeJS.ErrnoException) {
    super(`Cannot write ${file}: ${cause.code ?? cause.message}.`, { cause })
  }
}
