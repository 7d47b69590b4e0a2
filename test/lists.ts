import { expect } from 'vitest'

/** Eight alternatives and more, as messages have them of what users can add to. */
const long = /one of (?:"?[\w.]+"?, ){7,}"?[\w.]+"?/g

// Snapshots of messages leave such lists out, so that whoever adds an option, a
// step or a fault edits none of them. `derivedLists.test.ts` reads them whole.
expect.addSnapshotSerializer({
  test: (value) => typeof value === 'string' && value.search(long) >= 0,
  serialize: (value, config, indentation, depth, refs, printer) =>
    printer(value.replace(long, 'one of …'), config, indentation, depth, refs),
})
