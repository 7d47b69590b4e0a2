import type { Expression, Identifier, Symbol as Name, Node } from 'typescript'
import { ts } from '../typescript.js'

/** Globals that are the same whenever they are read, and whoever fakes a clock. */
const constant = new Set(
  'Array ArrayBuffer BigInt Error Infinity JSON Map Math NaN Number Object Promise Proxy RangeError Reflect RegExp Set String Symbol SyntaxError TextDecoder TextEncoder TypeError Uint32Array Uint8Array WeakMap WeakSet decodeURIComponent encodeURIComponent undefined'.split(
    ' ',
  ),
)

/**
 * Variables that change, and no table with them: by which means a hash is
 * computed, the bytes that RLP is written on, and which class zod extends.
 */
const changing = new Set(['hash', 'sheet', '_E'])

/** Settings of zod, which it reads for each schema. */
const settings = 'globalThis.__zod_globalConfig'

export type Table = {
  readonly name: string
  readonly statement: Node
  readonly value: Expression
  readonly uses: readonly Identifier[]
}

/**
 * The tables at the top of a bundle, objects and what functions return, whose
 * values are the same whenever they are made: they read no global that may be
 * faked, and nothing that is assigned. That none has an effect, `sideEffects` of
 * package.json promises.
 */
export function findTables(code: string): readonly Table[] {
  const { source, checker } = parse(code)
  const nameOf = (node: Identifier) =>
    ts.isShorthandPropertyAssignment(node.parent)
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : checker.getSymbolAtLocation(node)
  const tops = new Map<Name, Node>()
  for (const statement of source.statements) {
    const declared = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations
      : [statement]
    for (const one of declared) {
      const name = (one as { name?: Node }).name
      const found = name && checker.getSymbolAtLocation(name)
      if (found) tops.set(found, one)
    }
  }
  const uses = new Map<Name, Identifier[]>()
  const kept = new Set<Name>()
  /** What a node names, without the names of what it declares and of members. */
  const namedIn = new Map<Node, Identifier[]>()
  visit(source, (node) => {
    if (!ts.isIdentifier(node) || isMember(node)) return
    const name = nameOf(node)
    const top = name && tops.get(name)
    if (top === undefined || (top as { name?: Node }).name === node) return
    uses.set(name as Name, [...(uses.get(name as Name) ?? []), node])
    if (isExported(node) || isAssigned(node)) kept.add(name as Name)
  })
  const names = (node: Node) => {
    const known = namedIn.get(node)
    if (known) return known
    const found: Identifier[] = []
    visit(node, (inner) => {
      if (ts.isIdentifier(inner) && !isMember(inner)) found.push(inner)
    })
    namedIn.set(node, found)
    return found
  }
  /** Whether what runs now reads nothing that changes. */
  const isConstant = (node: Node, seen: Set<Node>): boolean => {
    if (seen.has(node)) return true
    seen.add(node)
    return names(node).every((one) => {
      const name = nameOf(one)
      const top = name && tops.get(name)
      if (top === undefined)
        return (
          isLocal(name, source) ||
          constant.has(one.text) ||
          one.parent.getText() === settings
        )
      if (kept.has(name as Name) && !changing.has(one.text)) return false
      return (top as { name?: Node }).name === one || isConstant(top, seen)
    })
  }
  return [...tops].flatMap(([name, one]) => {
    if (!ts.isVariableDeclaration(one) || kept.has(name)) return []
    const { initializer, parent } = one
    if (initializer === undefined || !isTable(initializer)) return []
    if (name.declarations?.length !== 1) return []
    if (ts.isCatchClause(parent) || parent.declarations.length > 1) return []
    if (!runNow(initializer).every((node) => isConstant(node, new Set())))
      return []
    return {
      name: name.name,
      statement: one.parent.parent,
      value: initializer,
      uses: uses.get(name) ?? [],
    }
  })
  function runNow(node: Node): Node[] {
    if (ts.isFunctionLike(node)) return []
    if (ts.isIdentifier(node) && !isMember(node)) {
      const name = nameOf(node)
      const top = name && tops.get(name)
      if (top === undefined) return [node]
      if (kept.has(name as Name)) return [node]
      // A function that is named and not called waits.
      const called =
        (ts.isCallExpression(node.parent) || ts.isNewExpression(node.parent)) &&
        node.parent.expression === node
      return called ? [top] : []
    }
    const found: Node[] = []
    ts.forEachChild(node, (child) => {
      found.push(...runNow(child))
    })
    // What a method of a list calls back runs, too.
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression)
    )
      found.push(...node.arguments.filter(ts.isFunctionLike))
    return found
  }
}

function isTable(node: Expression): boolean {
  return (
    ts.isObjectLiteralExpression(node) ||
    ts.isArrayLiteralExpression(node) ||
    ts.isCallExpression(node) ||
    ts.isNewExpression(node) ||
    (ts.isParenthesizedExpression(node) && isTable(node.expression))
  )
}

function isMember(node: Identifier): boolean {
  const { parent } = node
  return (
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    ((ts.isPropertyAssignment(parent) ||
      ts.isMethodDeclaration(parent) ||
      ts.isPropertyDeclaration(parent) ||
      ts.isGetAccessor(parent) ||
      ts.isSetAccessor(parent)) &&
      parent.name === node) ||
    (ts.isBindingElement(parent) && parent.propertyName === node)
  )
}

function isExported(node: Node): boolean {
  return ts.isExportSpecifier(node.parent)
}

function isAssigned(node: Node): boolean {
  const { parent } = node
  if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent))
    return (
      parent.operator === ts.SyntaxKind.PlusPlusToken ||
      parent.operator === ts.SyntaxKind.MinusMinusToken
    )
  return (
    ts.isBinaryExpression(parent) &&
    parent.left === node &&
    parent.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    parent.operatorToken.kind <= ts.SyntaxKind.LastAssignment
  )
}

function isLocal(name: Name | undefined, source: Node): boolean {
  const at = name?.declarations?.[0]
  return at !== undefined && at.getSourceFile() === source
}

function visit(node: Node, look: (node: Node) => void): void {
  look(node)
  ts.forEachChild(node, (child) => visit(child, look))
}

function parse(code: string) {
  const source = ts.createSourceFile(
    'bundle.js',
    code,
    ts.ScriptTarget.ES2022,
    true,
    ts.ScriptKind.JS,
  )
  const program = ts.createProgram({
    rootNames: ['bundle.js'],
    options: { allowJs: true, noLib: true, noResolve: true, types: [] },
    host: {
      ...ts.createCompilerHost({}),
      fileExists: (path) => path === 'bundle.js',
      readFile: () => undefined,
      getSourceFile: (path) => (path === 'bundle.js' ? source : undefined),
      getCurrentDirectory: () => '',
    },
  })
  return { source, checker: program.getTypeChecker() }
}
