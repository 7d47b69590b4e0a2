import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

type Output = {
  readonly errors?: readonly { severity: string; formattedMessage: string }[]
  readonly contracts: {
    readonly [path: string]: {
      readonly [name: string]: {
        readonly abi: readonly unknown[]
        readonly evm: {
          readonly bytecode: { readonly object: string }
          readonly deployedBytecode: { readonly object: string }
        }
      }
    }
  }
}

/** In the shape of which tool each is written, and where to. */
const contracts = [
  { name: 'Token', folder: 'examples/contracts', tool: 'foundry' },
  { name: 'Pair', folder: 'examples/contracts', tool: 'hardhat' },
  { name: 'Quoter', folder: 'test/entries/contracts', tool: 'foundry' },
  { name: 'Batch', folder: 'test/entries/contracts', tool: 'foundry' },
  { name: 'Proxy', folder: 'test/entries/contracts', tool: 'foundry' },
  {
    name: 'Counter',
    file: 'Proxy',
    folder: 'test/entries/contracts',
    tool: 'foundry',
  },
  { name: 'Delegate', folder: 'test/entries/contracts', tool: 'foundry' },
  { name: 'OwnedToken', folder: 'test/entries/contracts', tool: 'foundry' },
  { name: 'PermitToken', folder: 'test/entries/contracts', tool: 'foundry' },
  {
    name: 'OwnedPermitToken',
    file: 'PermitToken',
    folder: 'test/entries/contracts',
    tool: 'foundry',
  },
  {
    name: 'OwnedCollection',
    folder: 'test/entries/contracts',
    tool: 'foundry',
  },
] as const

/** The artifacts, by their paths below the project. */
export function compileContracts(): Map<string, object> {
  const sources = contracts.map(sourceOf)
  const output = compile(sources)
  return new Map(
    contracts.map((contract) => {
      const { name, folder, tool } = contract
      const source = sourceOf(contract)
      const compiled = output.contracts[source]?.[name]
      if (compiled === undefined) throw new Error(`No ${name} in ${source}`)
      const { abi, evm } = compiled
      const bytecode = `0x${evm.bytecode.object}`
      const deployedBytecode = `0x${evm.deployedBytecode.object}`
      return [
        `${folder}/${name}.json`,
        tool === 'foundry'
          ? {
              abi,
              bytecode: { object: bytecode },
              deployedBytecode: { object: deployedBytecode },
            }
          : {
              contractName: name,
              sourceName: source,
              abi,
              bytecode,
              deployedBytecode,
            },
      ]
    }),
  )
}

function sourceOf(contract: (typeof contracts)[number]): string {
  const file = 'file' in contract ? contract.file : contract.name
  return `${contract.folder}/${file}.sol`
}

function compile(sources: readonly string[]): Output {
  const solc = loadCompiler()
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(
      sources.map((path) => [path, { content: readFileSync(path, 'utf8') }]),
    ),
    settings: {
      evmVersion: 'cancun',
      optimizer: { enabled: true, runs: 200 },
      // The same bytes wherever it is compiled.
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: {
        '*': {
          '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'],
        },
      },
    },
  }
  const output: Output = JSON.parse(
    solc.compile(JSON.stringify(input), {
      import: (path) => ({
        contents: readFileSync(require.resolve(path), 'utf8'),
      }),
    }),
  )
  const errors = output.errors?.filter(({ severity }) => severity === 'error')
  if (errors?.length)
    throw new Error(errors.map((one) => one.formattedMessage).join('\n'))
  return output
}

type Compiler = {
  compile(
    input: string,
    callbacks: { import(path: string): { contents: string } },
  ): string
}

/** Late, since it is large; it listens to what is none of its business. */
function loadCompiler(): Compiler {
  const before = process.listeners('unhandledRejection')
  const solc: Compiler = require('solc')
  for (const listener of process.listeners('unhandledRejection'))
    if (!before.includes(listener)) process.off('unhandledRejection', listener)
  return solc
}
