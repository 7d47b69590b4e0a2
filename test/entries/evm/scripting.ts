import { createEngine } from '../../../src/entries/evm/evm.js'

/** It soon runs blocks as scripts, as others do after 10,000 runs. */
export const createScripting = () => createEngine(3_000_000, 1)
