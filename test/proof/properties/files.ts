import fc from 'fast-check'
import { formatScenario, isPresealError, parseScenario } from 'preseal'
import { same } from '../../model/same.js'
import { createFaultless } from '../../node/createFaultless.js'
import { brokenFiles, files as wholeFiles } from '../../node/scenario/files.js'
import type { Property } from '../property.js'

/** A file, and its text with a stretch cut out or something put in. */
const texts = fc
  .tuple(
    fc.oneof(brokenFiles, wholeFiles),
    fc.nat(),
    fc.nat({ max: 5 }),
    fc.constantFrom('', '', '"', '{', ',', '\\', '0', '-', '\u0000'),
    fc.boolean(),
  )
  .map(([file, at, length, put, isWhole]) => {
    const text = JSON.stringify(file)
    if (isWhole) return text
    const start = at % text.length
    return text.slice(0, start) + put + text.slice(start + length)
  })

function read(text: string) {
  try {
    return parseScenario(text)
  } catch (error) {
    if (isPresealError(error)) return undefined
    throw error
  }
}

export const files: Property = {
  name: 'a scenario file is read as it was written, or refused by name',
  unit: 'requests and files',
  async hold(seed, cases) {
    const numRuns = 10 * cases
    const holds = fc.property(texts, (text) => {
      const scenario = read(text)
      if (scenario === undefined) return
      const formatted = formatScenario(scenario)
      same('read again', scenario, parseScenario(formatted))
      same('written again', formatted, formatScenario(parseScenario(formatted)))
      // Under its own clock, steps that fail could be due while it is made.
      createFaultless({ ...scenario, clock: 'virtual' })?.dispose()
    })
    fc.assert(holds, { seed, numRuns })
    return numRuns
  },
}
