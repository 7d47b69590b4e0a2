import { readFileSync } from 'node:fs'
import type {
  Expression,
  Node,
  ObjectLiteralElementLike,
  SourceFile,
} from 'typescript'
import { ts } from '../typescript.js'

/** The sentences of the doc comments of a record's members, by their names. */
export function commentsOf(
  path: string,
  record: string,
): ReadonlyMap<string, string> {
  const members = membersOf(initializerOf(parse(path), record))
  if (members === undefined) throw new Error(`${path} has no record ${record}.`)
  return new Map(
    members.flatMap((member) => {
      const name = member.name?.getText()
      const text = commentOf(member)
      return name === undefined || text === '' ? [] : [[name, text]]
    }),
  )
}

/**
 * The sentences of types whose member `type` is a name, by that name: of the type
 * or, in a union, of that member.
 */
export function commentsOfTypes(path: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const visit = (node: Node) => {
    if (ts.isTypeLiteralNode(node)) {
      const [own] = node.members
        .filter(ts.isPropertySignature)
        .filter(({ name }) => name.getText() === 'type')
      const text = own && (commentOf(own) || commentOf(node.parent))
      const name = /^'(\w+)'$/.exec(own?.type?.getText() ?? '')?.[1]
      if (name !== undefined && text) found.set(name, text)
    }
    ts.forEachChild(node, visit)
  }
  visit(parse(path))
  return found
}

/** The first sentence of an exported constant, by its name. */
export function firstSentences(path: string): ReadonlyMap<string, string> {
  return new Map(
    parse(path)
      .statements.filter(ts.isVariableStatement)
      .flatMap((statement) =>
        statement.declarationList.declarations.map(({ name }) => [
          name.getText(),
          /^.*?[.](?= |$)/.exec(commentOf(statement))?.[0] ?? '',
        ]),
      ),
  )
}

/** The names of the members of a record, if the file has it. */
export function memberNames(path: string, record: string): readonly string[] {
  const members = membersOf(initializerOf(parse(path), record)) ?? []
  return members.map(({ name }) => name?.getText() ?? '')
}

/** The comments of the members of a type, by their names. */
export function commentsOfType(
  path: string,
  type: string,
): ReadonlyMap<string, string> {
  const alias = parse(path)
    .statements.filter(ts.isTypeAliasDeclaration)
    .find(({ name }) => name.text === type)
  const found = new Map<string, string>()
  const visit = (node: Node) => {
    if (ts.isPropertySignature(node) || ts.isMethodSignature(node))
      found.set(node.name.getText(), commentOf(node))
    else ts.forEachChild(node, visit)
  }
  if (alias !== undefined) visit(alias.type)
  return found
}

function parse(path: string): SourceFile {
  const text = readFileSync(path, 'utf8')
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
}

function initializerOf(
  source: SourceFile,
  record: string,
): Expression | undefined {
  return source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .find(({ name }) => name.getText() === record)?.initializer
}

function membersOf(
  expression: Expression | undefined,
): readonly ObjectLiteralElementLike[] | undefined {
  if (expression === undefined) return undefined
  if (ts.isObjectLiteralExpression(expression)) return expression.properties
  if (ts.isCallExpression(expression))
    return expression.arguments.map(membersOf).find((found) => found)
  return ts.isSatisfiesExpression(expression) || ts.isAsExpression(expression)
    ? membersOf(expression.expression)
    : undefined
}

function commentOf(node: Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc)
  return onOneLine(ts.getTextOfJSDocComment(comment?.comment) ?? '')
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
