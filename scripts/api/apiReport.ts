import type {
  Declaration,
  Identifier,
  Node,
  Program,
  Symbol as TsSymbol,
} from 'typescript'
import { ts } from '../typescript.js'

/** Of one entry, what it exports and what that is made of. */
export type ApiReport = {
  readonly text: string
  /** What the text has of declarations, exported or not. */
  readonly declared: ReadonlySet<TsSymbol>
}

/**
 * The types of an entry as text, in order and without comments, so that version
 * control shows each change of them. What `known` declares is not said again.
 */
export function apiReport(
  program: Program,
  file: string,
  title: string,
  known: ReadonlySet<TsSymbol>,
): ApiReport {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  if (module === undefined) throw new Error(`${file} exports nothing.`)
  const printer = ts.createPrinter({ removeComments: true })
  const exported = new Map(
    checker
      .getExportsOfModule(module)
      .map((symbol) => [resolve(symbol), symbol.name]),
  )
  const imports = new Set<string>()
  const declared = new Set<TsSymbol>()
  const queue = [...exported.keys()]
  for (const symbol of queue) {
    if (declared.has(symbol)) continue
    if (known.has(symbol) && !exported.has(symbol)) continue
    declared.add(symbol)
    if (!known.has(symbol))
      for (const declaration of symbol.declarations ?? []) follow(declaration)
  }

  function resolve(symbol: TsSymbol): TsSymbol {
    return symbol.flags & ts.SymbolFlags.Alias
      ? checker.getAliasedSymbol(symbol)
      : symbol
  }

  /** Finds what a declaration names. */
  function follow(node: Node): void {
    if (ts.isIdentifier(node)) note(node)
    ts.forEachChild(node, follow)
  }

  function note(name: Identifier): void {
    const symbol = checker.getSymbolAtLocation(name)
    if (symbol === undefined) return
    const imported = importOf(symbol)
    if (imported !== undefined) {
      imports.add(imported)
      return
    }
    const [declaration] = resolve(symbol).declarations ?? []
    if (declaration !== undefined && isOwn(declaration))
      queue.push(resolve(symbol))
  }

  function print(symbol: TsSymbol): string {
    return (symbol.declarations ?? [])
      .map((declaration) => {
        const statement = statementOf(declaration)
        return printer
          .printNode(
            ts.EmitHint.Unspecified,
            statement,
            declaration.getSourceFile(),
          )
          .replace(/^(?:export )?(?:declare )?/, '')
      })
      .join('\n')
  }

  const exports = [...exported]
    .sort(([, one], [, other]) => (one < other ? -1 : 1))
    .map(([symbol, name]) => {
      if (known.has(symbol)) return `export { ${name} } from 'preseal'`
      const alias = symbol.name === name ? '' : `// as ${name}\n`
      return `${alias}export ${print(symbol)}`
    })
  const parts = [...declared]
    .filter((symbol) => !exported.has(symbol))
    .map(print)
    .sort()
  const text = [
    `// What ${title} exports, as built. \`npm run api\` writes it.`,
    [...imports].sort().join('\n'),
    ...exports,
    ...(parts.length > 0 ? ['// Part of the above, and not exported:'] : []),
    ...parts,
  ]
  return {
    text: `${text.filter((part) => part !== '').join('\n\n')}\n`,
    declared,
  }
}

/** How a name of another package is imported; undefined for one of ours. */
function importOf(symbol: TsSymbol): string | undefined {
  for (const declaration of symbol.declarations ?? []) {
    let node: Node = declaration
    while (!ts.isImportDeclaration(node) && node.parent) node = node.parent
    if (!ts.isImportDeclaration(node)) continue
    const { moduleSpecifier } = node
    if (!ts.isStringLiteral(moduleSpecifier)) continue
    if (!moduleSpecifier.text.startsWith('.'))
      return `import { ${declaration.getText()} } from '${moduleSpecifier.text}'`
  }
  return undefined
}

/** Whether it stands by itself in what was built. */
function isOwn(declaration: Declaration): boolean {
  return (
    statementOf(declaration).parent === declaration.getSourceFile() &&
    !ts.isTypeParameterDeclaration(declaration) &&
    !declaration.getSourceFile().fileName.includes('/node_modules/')
  )
}

/** Of a variable the whole line. */
function statementOf(declaration: Declaration): Node {
  return ts.isVariableDeclaration(declaration)
    ? declaration.parent.parent
    : declaration
}
