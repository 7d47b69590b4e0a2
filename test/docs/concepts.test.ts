import { readFileSync } from 'node:fs'
import { createMockNode } from 'preseal'
import { matchers } from 'preseal/matchers'
import * as presets from 'preseal/presets'
import { expect, test } from 'vitest'
import { faultTypes } from '../../src/node/faults/types/faultTypes.js'
import { optionsSchema } from '../../src/node/options/options.js'
import { steps } from '../../src/node/runtime/steps/steps.js'
import { readTable } from './markdown.js'
import { root } from './pages.js'

const record = 'decisions/0035-the-count-of-concepts.md'

/** Members of the unions that errors.ts exports or builds exported ones of. */
function errorNames(): string[] {
  const text = readFileSync(`${root}src/base/errors/errors.ts`, 'utf8')
  const [publicNames = ''] = text.split('type InnerErrorName')
  return [...publicNames.matchAll(/^ {2}\| '(\w+)'/gm)].map(
    ([, name = '']) => name,
  )
}

test('the record of concepts counts them as they are', () => {
  const text = readFileSync(`${root}${record}`, 'utf8')
  const rows = readTable(text, 'concept')
  const counted = Object.fromEntries(
    rows.slice(1).map((row) => [row[0], Number(row.at(-1))]),
  )
  expect(counted).toEqual({
    options: Object.keys(optionsSchema('code').shape).length,
    'members of a node': Object.keys(createMockNode()).length,
    steps: Object.keys(steps).length,
    'types of faults': faultTypes.length,
    presets: Object.keys(presets).length,
    matchers: Object.keys(matchers).length,
    'names of errors': errorNames().length,
  })
})
