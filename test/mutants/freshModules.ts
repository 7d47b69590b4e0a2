import { inject, vi } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    activeMutant: string | undefined
    globalNamespace: string
  }
}

type Stryker = { activeMutant?: string | undefined; loaded?: string }

// All mutants run in one worker. A module may have kept what it computed before
// the mutant, such as the jump targets of code, so each mutant gets new modules.
const globals = globalThis as { [name: string]: unknown }
const stryker = globals[inject('globalNamespace')] as Stryker
// It begins to act with the tests, not while modules load.
stryker.activeMutant = undefined
const mutant = inject('activeMutant')
if (mutant !== undefined && mutant !== stryker.loaded) {
  stryker.loaded = mutant
  vi.resetModules()
}
