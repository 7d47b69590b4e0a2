import type { Step } from '../../../index.js'
import { mapNames } from '../../../node/runtime/script/mapNames.js'

/** The steps of a story with labels that none before it has. */
export function renamed(
  steps: readonly Step[],
  rename: (label: string) => string,
): Step[] {
  const names = new Map<string, string>()
  return steps.map((step) =>
    mapNames(step, (name, role) => {
      if (role === 'label') names.set(name, rename(name))
      // A hash, or what the node will refuse: no step has that label.
      return names.get(name) ?? name
    }),
  )
}
