import { describe, it } from 'vitest'
import { runs } from '../../runs.js'
import { tryVersions } from './versions.js'

describe('stateRoot', () => {
  it('behavior: the root that ethereumjs finds, from version to version', () =>
    tryVersions(runs(2_000)))
})
