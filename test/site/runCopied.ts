import * as preseal from 'preseal'
import * as presets from 'preseal/presets'
import * as kit from 'preseal/vitest'
import * as viem from 'viem'
import * as vitest from 'vitest'
import { run } from '../docs/run.js'

/** What became of the one test that a copied file declares: null, or its error. */
export async function runCopied(code: string): Promise<Error | null> {
  const declared: (() => Promise<void>)[] = []
  const test = (_: string, body: () => Promise<void>) => declared.push(body)
  const block = { language: 'ts', line: 1, code }
  const whole = {
    kind: 'file',
    isTest: true,
    needsDom: false,
    name: undefined,
  } as const
  await run(
    { ...block, ...whole, source: code },
    {
      preseal,
      'preseal/presets': presets,
      'preseal/vitest': kit,
      viem,
      vitest: { ...vitest, test },
    },
  )
  const [body, ...more] = declared
  if (body === undefined || more.length > 0)
    throw new Error('It declares no test, or several.')
  return body().then(
    () => null,
    (error: Error) => error,
  )
}
