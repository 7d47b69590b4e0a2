import type { Hex } from '../../base/hex/hex.js'
import {
  createMockNode,
  type MockNode,
  type MockNodeOptions,
  type Profile,
} from '../../index.js'
import { anvil, geth, hardhat } from '../chains/index.js'
import { evm } from '../evm/index.js'
import { type ServeOptions, serve } from '../server/index.js'
import { createWallet, testAccounts } from '../wallet/index.js'
import { anvilFlags, readAnvilFlags } from './anvilFlags.js'
import type { Command, Host } from './host/command.js'
import { parseArguments, readEach, usageError } from './host/parseArguments.js'
import { untilStopped } from './host/stopping.js'
import { jsonLines, type Lines, textLines } from './lines.js'
import { readScenario } from './readScenario.js'
import { sharedAccounts, unlock } from './unlocked.js'

const help = `Serves a mock node over HTTP, in real time, until it is interrupted.

Usage: preseal serve [scenario.json] [options]

The scenario is a JSON file as parseScenario reads it; "-" stands for stdin.

Options:
  --port <number>    the port, by default 8545; 0 picks a free port
  --hostname <name>  the host name, by default 127.0.0.1
  --clock <clock>    ambient: real time; virtual: only control methods move
                     time; by default as the scenario says, else ambient
  --like <node>      anvil, hardhat, hardhat2 or geth: answers as that node
                     does, with --control, --engine and --accounts; the
                     scenario and other options count more. --accounts
                     <number> says how many. With anvil, there are options
                     of its command line, too: --balance, --chain-id,
                     --hardfork, --block-time, --no-mining, --gas-limit,
                     --timestamp, --block-base-fee-per-gas, --host,
                     --code-size-limit and --disable-code-size-limit
  --ipc <path>       also listens at that path, for programs of this machine
  --control          also answers preseal_*, anvil_*, hardhat_* and evm_*
                     methods, on a loopback hostname and never to web pages
  --engine           runs bytecode with evm() of preseal/evm, and deploys the
                     deterministic deployer at
                     0x4e59b44847b379578588920ca78fbf26c0b4956c
  --accounts         answers eth_accounts with the ten accounts that development
                     nodes share (20 like hardhat), gives each 10,000 ETH, signs
                     for them, and answers personal_* for them and more
  --wallet <origin>  serves a test wallet to pages of that origin, such as
                     http://localhost:5173, by a script at /wallet.js; with
                     --control, /wallet/control rejects and holds its prompts
  --client-version <text>
                     the answer to web3_clientVersion
  --sealed-receipts  returns a receipt only once its block is sealed
  --quiet            prints only the address
  --json             prints JSON lines with a "type": ready, beat, sealed or
                     dropped
  --help             prints this

A terminal shows a line for each beat. If the output is not a terminal, only
seals and drops are printed, unless --json is given. NO_COLOR turns colours off.

Exit codes: 0 when interrupted by SIGINT or SIGTERM, 1 for a failure, 2 for a
wrong command line.
`

const options = {
  port: { type: 'string' },
  hostname: { type: 'string' },
  clock: { type: 'string' },
  like: { type: 'string' },
  control: { type: 'boolean' },
  engine: { type: 'boolean' },
  accounts: { type: 'boolean' },
  wallet: { type: 'string' },
  ipc: { type: 'string' },
  'client-version': { type: 'string' },
  'sealed-receipts': { type: 'boolean' },
  quiet: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export const serveCommand: Command = {
  summary: 'serves a node over HTTP',
  async run(args, host) {
    const { values, positionals, readFlags } = parseServe(args)
    if (values.help) return void host.stdout.write(help)
    const isLike = values.like !== undefined
    const { quiet = false, json = false } = values
    const { control = isLike, engine = isLike } = values
    const origin = values.wallet
    const { profile, port, clock, file, flags } = readEach({
      profile: () => parseLike(values.like),
      port: () => parsePort(values.port),
      clock: () => parseClock(values.clock),
      file: () => parseFile(positionals),
      flags: readFlags,
    })
    const { hostname, ipc } = values
    const serving: ServeOptions = { port, hostname, control, ipc }
    const scenario = await readScenario(file, host.stdin)
    const node = createMockNode({
      ...asTold(scenario, { ...values, ...flags, engine }),
      ...(profile && { profile }),
      clock: clock ?? scenario.clock ?? 'ambient',
    })
    if (flags.shared.length > 0) unlock(node, flags.shared)
    const stop = untilStopped(host)
    const { url, close, walletScript } = await serve(node, {
      ...serving,
      ...(origin !== undefined && { wallet: createWallet(node, { balance }) }),
    })
    try {
      if (origin !== undefined) issue(walletScript, origin)
      const isTerminal = host.stdout.isTTY
      const lines = json
        ? jsonLines
        : textLines({ hasColours: isTerminal && !host.env.NO_COLOR, quiet })
      const { id: chainId } = node.chain
      host.stdout.write(
        lines.ready({ url, chainId, control, hasWallet: origin !== undefined }),
      )
      // What starts anvil for a suite waits for these words.
      if (values.like === 'anvil' && !quiet && !json)
        host.stdout.write(`Listening on ${new URL(url).host}\n`)
      if (!quiet) report(node, lines, host, json || isTerminal)
      await stop
    } finally {
      await close()
      node.dispose()
    }
    // A reader that has stopped must not keep a stopped server open.
    if (host.stdout.writableLength > 0) host.exit(0)
  },
}

/** Under `--like`, `--accounts` is a number, and anvil's own options are read. */
function parseServe(args: readonly string[]) {
  const at = args.findIndex((arg) => /^--like(?:=|$)/.test(arg))
  if (at < 0) {
    const { values, positionals } = parseArguments(args, options)
    const shared = values.accounts ? testAccounts : []
    const readFlags = () => ({ shared, balance, options: {} })
    return { values, positionals, readFlags }
  }
  const like = args[at]?.slice('--like='.length) || args[at + 1]
  const { accounts } = anvilFlags
  const more = like === 'anvil' ? anvilFlags : { accounts }
  const { values, positionals } = parseArguments(args, {
    ...options,
    ...(more as typeof anvilFlags),
  })
  const usual = like?.startsWith('hardhat') ? sharedAccounts : testAccounts
  const { host: hostname = values.hostname } = values
  return {
    values: { ...values, hostname },
    positionals,
    readFlags() {
      const { accounts, ...flags } = readAnvilFlags(values, usual.length)
      return { ...flags, shared: accounts }
    },
  }
}

/** The scenario itself counts more than a flag that adds to it. */
function asTold(
  scenario: MockNodeOptions,
  flags: {
    engine: boolean
    shared: readonly Hex[]
    balance: bigint
    options: MockNodeOptions
    'client-version'?: string
    'sealed-receipts'?: true
  },
): MockNodeOptions {
  const { clientVersion, answers } = scenario
  const funded = { balance: flags.balance }
  return {
    ...flags.options,
    ...scenario,
    ...(flags.engine && { engine: evm() }),
    accounts: {
      ...(flags.engine && { [deployer]: { code: deployerCode } }),
      ...Object.fromEntries(flags.shared.map((address) => [address, funded])),
      ...scenario.accounts,
    },
    clientVersion: flags['client-version'] ?? clientVersion,
    ...(flags['sealed-receipts'] && {
      answers: { ...answers, receipts: 'atSeal' },
    }),
  }
}

const balance = 10_000n * 10n ** 18n

/** The address of Arachnid's deterministic-deployment-proxy, as in anvil. */
const deployer = '0x4e59b44847b379578588920ca78fbf26c0b4956c'
const deployerCode =
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3'

function issue(walletScript: (origin: string) => string, origin: string) {
  try {
    walletScript(origin)
  } catch (cause) {
    throw usageError(
      `Option "--wallet" is "${origin}", expected the origin of a page, such as http://localhost:5173.`,
      cause,
    )
  }
}

function report(
  node: MockNode,
  lines: Lines,
  { stdout }: Host,
  hasBeats: boolean,
) {
  if (hasBeats) node.on('beat', (event) => stdout.write(lines.beat(event)))
  node.on('sealed', (event) => stdout.write(lines.sealed(event)))
  node.on('dropped', (event) => stdout.write(lines.dropped(event)))
}

/** As the option `profile`, by the name of the node. */
function parseLike(given: string | undefined): Profile | undefined {
  if (given === undefined) return undefined
  const make = Object.hasOwn(likes, given)
    ? likes[given as keyof typeof likes]
    : undefined
  if (make !== undefined) return make()
  throw usageError(
    `Option "--like" is "${given}", expected ${Object.keys(likes).join(', ')}.`,
  )
}

const likes = {
  anvil,
  hardhat,
  hardhat2: () => hardhat({ version: 2 }),
  geth,
}

function parsePort(given = '8545'): number {
  const port = Number(given)
  if (/^\d{1,5}$/.test(given) && port <= 65_535) return port
  throw usageError(
    `Option "--port" is "${given}", expected a whole number from 0 to 65535.`,
  )
}

function parseClock(given: string | undefined) {
  if (given === undefined || given === 'ambient' || given === 'virtual')
    return given
  throw usageError(
    `Option "--clock" is "${given}", expected ambient or virtual.`,
  )
}

function parseFile([file, other]: readonly string[]) {
  if (other === undefined) return file
  throw usageError(
    `One scenario is served, and "${other}" is a second one. Leave it out. See "preseal serve --help".`,
  )
}
