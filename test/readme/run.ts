import * as timers from '@sinonjs/fake-timers'
import * as wagmi from '@wagmi/core'
import * as ethers from 'ethers'
import * as msw from 'msw'
import * as mswNode from 'msw/node'
import * as preseal from 'preseal'
import * as presets from 'preseal/presets'
import * as record from 'preseal/record'
import * as server from 'preseal/server'
import ts from 'typescript'
import * as viem from 'viem'
import * as vitest from 'vitest'
import * as web3 from 'web3'
import type { Snippet } from './snippet.js'

const modules: { readonly [name: string]: unknown } = {
  '@sinonjs/fake-timers': timers,
  '@wagmi/core': wagmi,
  ethers,
  msw,
  'msw/node': mswNode,
  preseal,
  'preseal/record': record,
  'preseal/server': server,
  'preseal/presets': presets,
  viem,
  vitest,
  web3,
}
// In place of jest's globals: jest is not installed here.
const jest = { expect: vitest.expect, jest: vitest.vi, test: vitest.test }
const target = ts.ScriptTarget.ES2022

/** Runs a snippet as the body of an async function. */
export async function run({ language, source }: Snippet) {
  const scope =
    language === 'js'
      ? { require: requireModule, ...jest }
      : { require: requireModule, exports: {} }
  const code = language === 'js' ? source : toCommonJs(source)
  const body = `return (async () => {${code}\n})()`
  await new Function(...Object.keys(scope), body)(...Object.values(scope))
}

function requireModule(name: string): unknown {
  if (name in modules) return modules[name]
  throw new Error(`README.md imports "${name}", which its test does not know.`)
}

/** Imports are hoisted, as CommonJS would not do it. */
function toCommonJs(source: string): string {
  const { statements } = ts.createSourceFile('', source, target, true)
  const imports = statements.filter(ts.isImportDeclaration)
  const others = statements.filter((one) => !ts.isImportDeclaration(one))
  const hoisted = [...imports, ...others].map((one) => one.getText()).join('\n')
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target }
  return ts.transpileModule(hoisted, { compilerOptions }).outputText
}
