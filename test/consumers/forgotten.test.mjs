import { nextBeatAsync, testNode } from 'preseal/vitest'
import { test } from 'vitest'

// It fails for the `await` that it lacks, and is run to see that.
test('forgets to await', () => {
  testNode()
  nextBeatAsync()
})
