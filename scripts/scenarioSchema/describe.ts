import type { Type } from 'typescript'
import type { JsonSchema } from '../../src/base/validation/values.js'
import { ts } from '../typescript.js'

/**
 * Adds to a JSON Schema, as descriptions, the doc comments of the type that it
 * is a schema of, which `name` and `file` name.
 */
export function describe(
  schema: JsonSchema,
  file: string,
  name: string,
): JsonSchema {
  const settings = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    lib: ['lib.es2022.d.ts'],
    types: [],
  }
  const host = ts.createCompilerHost(settings)
  // Packages, whose types are large, name no field of a scenario.
  host.resolveModuleNameLiterals = (names, from) =>
    names.map(({ text }) =>
      text.startsWith('.')
        ? ts.resolveModuleName(text, from, settings, host)
        : { resolvedModule: undefined },
    )
  const program = ts.createProgram([file], settings, host)
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const alias = source?.statements.find(
    (statement) =>
      ts.isTypeAliasDeclaration(statement) && statement.name.text === name,
  )
  if (alias === undefined) throw new Error(`${file} has no type ${name}.`)
  return visit(schema, [checker.getTypeAtLocation(alias)])

  /** `types` are those that the value may be of. */
  function visit(schema: JsonSchema, types: readonly Type[]): JsonSchema {
    const { properties, items, additionalProperties, anyOf, oneOf } = schema
    return {
      ...schema,
      ...(properties !== undefined && {
        properties: Object.fromEntries(
          Object.entries(properties as object).map(([key, inner]) => [
            key,
            field(inner, key, types),
          ]),
        ),
      }),
      ...(items !== undefined && {
        items: visit(items as JsonSchema, types.flatMap(elements)),
      }),
      ...(typeof additionalProperties === 'object' && {
        additionalProperties: visit(
          additionalProperties as JsonSchema,
          types.flatMap(entries),
        ),
      }),
      ...(Array.isArray(anyOf) && { anyOf: options(anyOf, types) }),
      ...(Array.isArray(oneOf) && { oneOf: options(oneOf, types) }),
    }
  }

  function options(options: JsonSchema[], types: readonly Type[]) {
    return options.map((option) => visit(option, narrow(types, option)))
  }

  function field(schema: JsonSchema, key: string, types: readonly Type[]) {
    const symbols = types
      .flatMap(members)
      .flatMap((type) => type.getProperty(key) ?? [])
    const inner = symbols.map((symbol) => checker.getTypeOfSymbol(symbol))
    const [comment] = symbols
      .map((symbol) => symbol.getDocumentationComment(checker))
      .map(ts.displayPartsToString)
      .filter((text) => text !== '')
    const described = visit(schema, inner.flatMap(members))
    return comment === undefined
      ? described
      : { description: inJson(comment), ...described }
  }

  function members(type: Type): readonly Type[] {
    return type.isUnion() ? type.types : [type]
  }

  function elements(type: Type): readonly Type[] {
    return members(type.getNumberIndexType() ?? type)
  }

  /** Of a type whose keys are of a pattern, such as addresses. */
  function entries(type: Type): readonly Type[] {
    return checker.getIndexInfosOfType(type).map((index) => index.type)
  }

  /** The types whose `type` is that of the option of a union. */
  function narrow(types: readonly Type[], option: JsonSchema) {
    const { properties } = option as { properties?: { type?: JsonSchema } }
    const tag = properties?.type?.const
    return types.flatMap(members).filter((type) => {
      const symbol = type.getProperty('type')
      const own = symbol && checker.getTypeOfSymbol(symbol)
      return tag === undefined || (own?.isStringLiteral() && own.value === tag)
    })
  }
}

/** Numbers and strings as JSON writes them; one line. */
function inJson(comment: string): string {
  return comment
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\b\d[\d_]*n?\b/g, (number) => number.replaceAll(/[_n]/g, ''))
    .replaceAll(/`'([^']*)'`/g, '"$1"')
}
