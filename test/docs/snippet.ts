import type { Node, Statement } from 'typescript'
import { ts } from '../../scripts/typescript.js'
import type { Block } from './markdown.js'

/** The line above code that stands inside the test of the file before it. */
const marker = '// inside the test'
/** The line above code that is added to the file before it. */
const addition = '// below the test'
/** The first line of a file that has a name, so that others import it. */
const named = /^\/\/ ([\w.]+\.[jt]sx?)\n/

export type Snippet = Block & {
  /**
   * `'file'` runs as pasted into an empty file; `'inside'` stands inside the
   * test of the file before it on the page, below its own imports, or below
   * that test.
   */
  readonly kind: 'file' | 'inside' | 'neither'
  /** What is compiled and run, on the page's lines. */
  readonly source: string
  /** It declares tests by itself. */
  readonly isTest: boolean
  /** What its first line calls it. */
  readonly name: string | undefined
  /** It runs in a DOM: it renders. */
  readonly needsDom: boolean
}

const beginsFile = /^(import\b|\/\/ @vitest-environment|const .* = require\()/

/** The snippets of a page, in order. */
export function toSnippets(
  path: string,
  blocks: readonly Block[],
): readonly Snippet[] {
  let file: Block | undefined
  return blocks.map((block) => {
    const isTest = /\btest(\.each)?\(|^explore\(\s*'/m.test(block.code)
    const name = named.exec(block.code)?.[1]
    const plain = { ...block, isTest, name, needsDom: rendersIn(block) }
    const lines = block.code.split('\n')
    if (lines.includes(marker) || lines.includes(addition)) {
      if (file === undefined)
        throw new Error(`${path}:${block.line}: no test stands before it.`)
      const source = withFile(file.code, block)
      const needsDom = rendersIn(file)
      // What follows may use what was added.
      if (lines.includes(addition))
        file = { ...file, code: `${file.code}\n${block.code}` }
      return { ...plain, kind: 'inside', source, isTest: true, needsDom }
    }
    const source = onItsLines('', block)
    if (name === undefined && !beginsFile.test(block.code))
      return { ...plain, kind: 'neither', source }
    if (isTest && block.language !== 'js') file = block
    return { ...plain, kind: 'file', source }
  })
}

function rendersIn({ language, code }: Block): boolean {
  return language === 'tsx' || code.includes('@vitest-environment jsdom\n')
}

function onItsLines(prelude: string, { line, code }: Block): string {
  return `${prelude}${'\n'.repeat(line - 1)}${code}\n`
}

/** Code with what it uses of the file that it stands in, and no more. */
function withFile(file: string, block: Block): string {
  const { statements } = parse(file)
  const isInside = block.code.split('\n').includes(marker)
  const body = isInside ? bodyOfTest(statements) : []
  const outer = statements.filter((one) => !isTestCall(one))
  const names = readNames(block.code)
  const wanted = new Set(names.used)
  for (const name of names.declared) wanted.delete(name)
  const declarations = [...outer, ...body].reverse().flatMap((statement) => {
    if (!isDeclaration(statement)) return []
    const { used, declared } = readNames(statement.getText())
    if (![...declared].some((name) => wanted.has(name))) return []
    for (const name of used) if (!names.declared.has(name)) wanted.add(name)
    return [statement]
  })
  const kept = new Set(declarations)
  const above = onOneLine(outer.filter((one) => kept.has(one)))
  const inside = onOneLine(body.filter((one) => kept.has(one)))
  const code = block.code.replace(
    marker,
    () => `test('inside', async () => { ${inside}`,
  )
  const imports = onOneLine(
    statements.filter(ts.isImportDeclaration).flatMap((one) => {
      const bindings = one.importClause?.namedBindings
      if (!bindings || !ts.isNamedImports(bindings)) return []
      const taken = bindings.elements
        .filter(({ name }) => wanted.has(name.text) || name.text === 'test')
        .map((element) => element.getText())
      const keyword = one.importClause?.isTypeOnly ? 'import type' : 'import'
      const text = `${keyword} { ${taken.join(', ')} } from ${one.moduleSpecifier.getText()}`
      return taken.length === 0 ? [] : [...parse(text).statements]
    }),
  )
  const end = isInside ? '\n})' : ''
  return onItsLines(`${imports} ${above}`, { ...block, code: code + end })
}

function parse(code: string) {
  return ts.createSourceFile('snippet.tsx', code, ts.ScriptTarget.Latest, true)
}

function isDeclaration(statement: Statement): boolean {
  return (
    ts.isVariableStatement(statement) || ts.isFunctionDeclaration(statement)
  )
}

function isTestCall(statement: Statement): boolean {
  return /^test(\.each)?\(/.test(statement.getText())
}

function bodyOfTest(statements: readonly Statement[]): readonly Statement[] {
  let body: readonly Statement[] = []
  const visit = (node: Node) => {
    if (
      (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) &&
      ts.isBlock(node.body) &&
      body.length === 0
    )
      body = node.body.statements
    else ts.forEachChild(node, visit)
  }
  for (const statement of statements)
    if (isTestCall(statement)) visit(statement)
  return body
}

/** The printer ends statements by semicolons. */
function onOneLine(statements: readonly Statement[]): string {
  const printer = ts.createPrinter({ removeComments: true })
  return statements
    .map((one) =>
      printer
        .printNode(ts.EmitHint.Unspecified, one, one.getSourceFile())
        .replaceAll(/\n\s*/g, ' '),
    )
    .join(' ')
}

/** The identifiers in code, and those that it declares anywhere. */
function readNames(code: string) {
  const used = new Set<string>()
  const declared = new Set<string>()
  const visit = (node: Node) => {
    if (ts.isIdentifier(node) && !isMemberName(node)) used.add(node.text)
    if (
      ts.isVariableDeclaration(node) ||
      ts.isBindingElement(node) ||
      ts.isImportSpecifier(node) ||
      ts.isFunctionDeclaration(node)
    )
      if (node.name && ts.isIdentifier(node.name)) declared.add(node.name.text)
    ts.forEachChild(node, visit)
  }
  visit(parse(code))
  return { used, declared }
}

/** The name of a member, as in "wallet.account" and "{ account: 1 }". */
function isMemberName(node: Node): boolean {
  const { parent } = node
  return (
    (ts.isPropertyAccessExpression(parent) ||
      ts.isPropertyAssignment(parent)) &&
    parent.name === node
  )
}
