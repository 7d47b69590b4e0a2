import type { Node } from 'typescript'
import { ts } from '../../scripts/typescript.js'
import type { Block } from './markdown.js'

/** What the snippets leave out, as docs/guide/first-test.md shows it. */
export const shared: { readonly [name: string]: string } = {
  alice: "const alice = '0x00000000000000000000000000000000000a11ce'",
  bob: "const bob = '0x0000000000000000000000000000000000000b0b'",
  token: "const token = '0x000000000000000000000000000000000070cced'",
  accounts: "const accounts = { [alice]: { balance: parseEther('10') } }",
  node: 'const node = createMockNode({ accounts })',
  client:
    'const client = createPublicClient({ transport: custom(node.provider) })',
  createMockNode: "import { createMockNode } from 'preseal'",
  createPublicClient: "import { createPublicClient } from 'viem'",
  custom: "import { custom } from 'viem'",
  parseEther: "import { parseEther } from 'viem'",
  expect: "import { expect } from 'vitest'",
  vi: "import { vi } from 'vitest'",
}

export type Snippet = Block & {
  /** The block behind what it shares with others, on the page's lines. */
  readonly source: string
  /** What it uses of the shared names. */
  readonly uses: readonly string[]
  /** It declares tests by itself. */
  readonly isTest: boolean
}

export function toSnippet(block: Block): Snippet {
  const isTest = /\btest\(|^explore\(\s*'/m.test(block.code)
  if (block.language === 'js')
    return { ...block, source: onItsLines('', block), uses: [], isTest }
  const uses = missing(block.code)
  // Declared before what uses them.
  const order = Object.keys(shared).filter((name) => uses.includes(name))
  const prelude = order.map((name) => shared[name]).join('; ')
  const source = onItsLines(`${prelude}; export {};`, block)
  return { ...block, source, uses, isTest }
}

function onItsLines(prelude: string, { line, code }: Block): string {
  return `${prelude}${'\n'.repeat(line - 1)}${code}\n`
}

/** The shared names that the code rests on. */
function missing(code: string): string[] {
  const { used, declared } = readNames(code)
  const found = new Set<string>()
  const visit = (names: ReadonlySet<string>) => {
    for (const name of names) {
      const declaration = shared[name]
      if (declaration === undefined || declared.has(name) || found.has(name))
        continue
      found.add(name)
      visit(readNames(declaration).used)
    }
  }
  visit(used)
  return [...found]
}

/** The identifiers in code, and those that it declares anywhere. */
function readNames(code: string) {
  const used = new Set<string>()
  const declared = new Set<string>()
  const visit = (node: Node) => {
    if (ts.isIdentifier(node)) used.add(node.text)
    if (
      ts.isVariableDeclaration(node) ||
      ts.isBindingElement(node) ||
      ts.isImportSpecifier(node)
    )
      if (ts.isIdentifier(node.name)) declared.add(node.name.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('snippet.tsx', code, ts.ScriptTarget.Latest, true))
  return { used, declared }
}
