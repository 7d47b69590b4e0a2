import type { createMockNode } from 'preseal'
import type { Peers } from '../contestants/peers.js'
import type { Section } from './section.js'

export type Bench = {
  /** From the built package. */
  readonly createMockNode: typeof createMockNode
  /** A folder that holds the packages under `node_modules`. */
  readonly folder: string
  readonly peers: Peers
}

export type Group = (bench: Bench) => Promise<Section>
