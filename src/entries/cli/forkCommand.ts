import { readFile } from 'node:fs/promises'
import { isPresealError } from '../../base/errors/errors.js'
import { count } from '../../base/words/words.js'
import type { Fork } from '../../index.js'
import {
  formatFork,
  parseFork,
  type RecordForkOptions,
  recordFork,
  verifyFork,
} from '../fork/index.js'
import type { Command, Host } from './host/command.js'
import { openOutput } from './host/openOutput.js'
import { parseArguments, readEach, usageError } from './host/parseArguments.js'
import { runReader } from './host/runReader.js'
import { stopSignal } from './host/stopping.js'

const help = `Records what a command, such as a test run, reads from a live chain.

Usage: preseal fork --from <url> [options] -- <command>
       preseal fork --from <url> --check [-o <file>]

Options:
  --from <url>         the endpoint; if given several times, the command asks
                       the endpoints in turn
  --block <number>     the block to record; by default the block of the file,
                       or else the latest block
  -o, --output <file>  the record, by default fork.json. If the file records
                       the same block, the command extends it
  --replace            replaces the file, whatever it records
  --hardfork <name>    cancun, prague, osaka or amsterdam; by default, the
                       header decides
  --prune              removes values that the command did not read
  --check              verifies the file against the state root of its block,
                       with eth_getProof
  --quiet              prints no progress
  --help               prints this

preseal repeats the command until no value is missing: tests read the file with
parseFork, and preseal fetches the values that they miss. Only the output of the
last run is printed.

Exit codes: 0 when the record is written, 1 for a failure, 2 for a wrong
command line.
`

const options = {
  from: { type: 'string', multiple: true },
  block: { type: 'string' },
  output: { type: 'string', short: 'o' },
  hardfork: { type: 'string' },
  replace: { type: 'boolean' },
  prune: { type: 'boolean' },
  check: { type: 'boolean' },
  quiet: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export const forkCommand: Command = {
  summary: 'records what tests read from a live chain',
  async run(args, host) {
    const { values, positionals } = parseArguments(args, options)
    if (values.help) return void host.stdout.write(help)
    const { from = [], quiet = false, output: file = 'fork.json' } = values
    const { block } = readEach({
      from() {
        if (from.length === 0)
          throw usageError(
            'Which chain? Give "--from <url>". See "preseal fork --help".',
          )
      },
      command() {
        if (positionals.length === 0 && !values.check)
          throw usageError(
            'Which command reads the chain? Give it after "--", such as "-- vitest run". See "preseal fork --help".',
          )
      },
      block: () => parseBlock(values.block),
    })
    const known =
      values.replace && !values.check ? undefined : await readRecord(file)
    if (values.check) return checkFile(file, known, from, host)
    const say = (text: string) => {
      if (!quiet) host.stderr.write(`${text}\n`)
    }
    if (known !== undefined && block !== undefined && block !== blockOf(known))
      throw usageError(
        `${file} is the record of block ${blockOf(known)}, and "--block" is ${block}. Give "--replace" to record that block in its place, or another file with "-o".`,
      )
    const { signal, release } = stopSignal(host)
    let output = ''
    let reached: Fork | undefined
    try {
      const fork = await recordFork({
        from,
        block,
        extend: known,
        signal,
        // recordFork refuses any other name.
        hardfork: values.hardfork as RecordForkOptions['hardfork'],
        prune: values.prune === true,
        run: async (fork, recorder) => {
          reached = fork
          const write = await openOutput(file, host.stdout)
          await write(formatFork(fork))
          await runReader(positionals, recorder, {
            env: host.env,
            signal,
            onOutput: (printed) => {
              output = printed
            },
          })
        },
        onProgress: ({ rounds, missing, accounts, slots, requests }) =>
          say(
            `Run ${rounds}: ${missing} missing, now ${count(accounts, 'account')} and ${count(slots, 'slot')} after ${count(requests, 'request')}.`,
          ),
      })
      const text = formatFork(fork)
      reached = fork
      say(
        `${file}: block ${blockOf(fork)} of chain ${fork.record.chainId}, ${text.length} bytes.`,
      )
    } finally {
      release()
      if (!quiet) host.stderr.write(output)
      // Values fetched so far are not fetched again.
      if (reached !== undefined)
        await (await openOutput(file, host.stdout))(formatFork(reached))
    }
  },
}

/** Undefined if there is no such file. */
async function readRecord(file: string): Promise<Fork | undefined> {
  try {
    return parseFork(await readFile(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    if (!isPresealError(error)) throw error
    throw usageError(`Cannot continue with ${file}: ${error.message}`)
  }
}

async function checkFile(
  file: string,
  fork: Fork | undefined,
  from: readonly string[],
  host: Host,
): Promise<void> {
  if (fork === undefined)
    throw usageError(`There is no ${file} to check. Name the file with "-o".`)
  const { accounts, slots, differences } = await verifyFork(fork, { from })
  if (differences.length > 0)
    throw usageError(
      `${file} does not match the state root of block ${blockOf(fork)}: ${differences.slice(0, 10).join('; ')}. Record it again.`,
    )
  host.stdout.write(
    `${file}: ${count(accounts, 'account')} and ${count(slots, 'slot')} match the state root of block ${blockOf(fork)}.\n`,
  )
}

function blockOf({ record }: Fork): bigint {
  return BigInt((record.block as { number: string }).number)
}

function parseBlock(given: string | undefined): bigint | undefined {
  if (given === undefined) return undefined
  if (/^(?:\d{1,18}|0x[0-9a-fA-F]{1,15})$/.test(given)) return BigInt(given)
  throw usageError(
    `Option "--block" is "${given}", expected the number of a block.`,
  )
}
