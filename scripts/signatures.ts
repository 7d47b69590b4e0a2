// Writes docs/reference/signatures.md from the types of the entries; with
// `--check` it only reports that the page is not what the types say.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Symbol as Name, Type } from 'typescript'
import { entries } from './entries.js'
import { ts } from './typescript.js'

const page = 'docs/reference/signatures.md'
const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.')
const program = ts.createProgram(
  entries.map(({ source }) => source),
  options,
)
const checker = program.getTypeChecker()
const flags =
  ts.TypeFormatFlags.NoTruncation |
  ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope

/** The types whose members a user calls. */
const membersShown = ['MockNode', 'Wallet']

const sections = entries.flatMap(({ name, source }) => {
  const title = `preseal${name.slice(1)}`
  const exported = exportsOf(source)
  const values = exported
    .filter(
      ([name, { flags }]) => flags & ts.SymbolFlags.Value && name !== 'default',
    )
    .map(([name, symbol]) => declare(name, typeOf(symbol)))
  const members = exported
    .filter(([name]) => membersShown.includes(name))
    .map(([name, symbol]) => section(name, membersOf(symbol)))
  return values.length === 0 ? members : [section(title, values), ...members]
})

// Its code is formatted once more, without "declare".
const text = format(
  page,
  `# Signatures

The types of everything that each entry exports. \`npm run signatures\` writes
this page from the source. Comments in your editor have examples and units.

${sections.join('\n\n')}
`,
)

if (process.argv.includes('--check')) {
  if (readFileSync(page, 'utf8') !== text) {
    console.error(`${page} is out of date: run "npm run signatures".`)
    process.exitCode = 1
  }
} else writeFileSync(page, text)

function exportsOf(source: string): (readonly [string, Name])[] {
  const file = program.getSourceFile(source)
  const module = file && checker.getSymbolAtLocation(file)
  if (!module) throw new Error(`${source} exports nothing.`)
  return checker
    .getExportsOfModule(module)
    .map((symbol) => {
      const isAlias = symbol.flags & ts.SymbolFlags.Alias
      const target = isAlias ? checker.getAliasedSymbol(symbol) : symbol
      return [symbol.name, target] as const
    })
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

function membersOf(symbol: Name): string[] {
  return checker
    .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))
    .filter(({ name }) => /^[a-z]/.test(name))
    .map((member) => asWritten(member) ?? declare(member.name, typeOf(member)))
}

/** A generic method as its source has it: resolved, it would fill a page. */
function asWritten({ name, declarations }: Name): string | undefined {
  const [declaration] = declarations ?? []
  if (!declaration || !ts.isMethodSignature(declaration)) return
  const text = declaration.getText().replace(`${name}<`, `function ${name}<`)
  return declaration.typeParameters && `declare ${text}`
}

function typeOf(symbol: Name): Type {
  return checker.getTypeOfSymbol(symbol)
}

function declare(name: string, type: Type): string {
  const signatures = type.getCallSignatures()
  if (signatures.length === 0)
    return `declare const ${name}: ${checker.typeToString(type, undefined, flags)}`
  return (
    signatures
      .map((one) => checker.signatureToString(one, undefined, flags))
      // A parameter that is taken apart has no name of its own.
      .map((signature) =>
        signature.replaceAll(/\{[^{}:]*, \}(?=\??:)/g, 'options'),
      )
      .map((signature) => `declare function ${name}${signature}`)
      .join('\n')
  )
}

function section(title: string, lines: string[]): string {
  const source = lines
    .map((line) => line.replaceAll(/(\?: [^,;)}]+?) \| undefined/g, '$1'))
    .join('\n')
  const code = format('signatures.ts', source).replaceAll(/^declare /gm, '')
  return `## ${title}\n\n\`\`\`typescript\n${code.trimEnd()}\n\`\`\``
}

function format(name: string, input: string): string {
  const { stdout, stderr, status } = spawnSync(
    'npx',
    ['biome', 'format', `--stdin-file-path=${name}`],
    { input, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(stderr + input)
  return stdout
}
