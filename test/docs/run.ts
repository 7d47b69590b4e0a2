import { expect, test, vi } from 'vitest'
import { ts } from '../../scripts/typescript.js'
import type { Snippet } from './snippet.js'

/** What snippets import, by name. */
export type Modules = { readonly [name: string]: unknown }

// In place of jest's globals: jest is not installed here.
const jest = { expect, jest: vi, test }
const target = ts.ScriptTarget.ES2022

/**
 * Runs a snippet as the body of an async function, after the files beside it that
 * it imports. Returns what it exports.
 */
export async function run(
  { language, source }: Snippet,
  modules: Modules,
  beside: readonly Snippet[] = [],
): Promise<Modules> {
  const imported: { [name: string]: unknown } = {}
  for (const [, path = ''] of source.matchAll(/from '(\.\/\w+)'/g)) {
    const file = beside.find(({ name }) => `./${name}`.startsWith(`${path}.`))
    if (file === undefined) throw new Error(`A page has no file ${path}.`)
    imported[path] = await run(file, modules, beside)
  }
  const known = { ...modules, ...imported }
  const require = (name: string) => {
    if (name in known) return known[name]
    throw new Error(`A page imports "${name}", which its test does not know.`)
  }
  const exports: { [name: string]: unknown } = {}
  const common = { require, exports, module: { exports } }
  const scope = language === 'js' ? { ...common, ...jest } : common
  const code = language === 'js' ? source : toCommonJs(source, language)
  const body = `return (async () => {${code}\n})()`
  await new Function(...Object.keys(scope), body)(...Object.values(scope))
  return exports
}

/** Imports are hoisted, as CommonJS would not do it. */
function toCommonJs(source: string, language: string): string {
  const fileName = `snippet.${language}`
  const { statements } = ts.createSourceFile(fileName, source, target, true)
  const imports = statements.filter(ts.isImportDeclaration)
  const others = statements.filter((one) => !ts.isImportDeclaration(one))
  const hoisted = [...imports, ...others].map((one) => one.getText()).join('\n')
  const compilerOptions = {
    module: ts.ModuleKind.CommonJS,
    target,
    jsx: ts.JsxEmit.ReactJSX,
  }
  return ts.transpileModule(hoisted, { compilerOptions, fileName }).outputText
}
