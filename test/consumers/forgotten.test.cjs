const { nextBeatAsync, testNode } = require('preseal/jest')

// It fails for the `await` that it lacks, and is run to see that.
test('forgets to await', () => {
  testNode()
  nextBeatAsync()
})
