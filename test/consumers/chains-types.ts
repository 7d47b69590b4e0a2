import { createMockNode, type Profile } from 'preseal'
import { base, profileOf } from 'preseal/chains'

export const before: Profile = base({ before: 'denim' })
export const node = createMockNode({ profile: before, chainId: 8453 })
export const found: Profile | undefined = profileOf({ id: 10 })

// @ts-expect-error A profile has no such variant.
base({ before: 'cobalt' })

// @ts-expect-error A profile is no name.
createMockNode({ profile: 'base' })
