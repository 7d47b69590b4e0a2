import type { MockNode, NodeEvents } from 'preseal'

type Name = keyof NodeEvents
type NamedEvent<name extends Name = Name> = {
  [key in name]: [name: key, event: NodeEvents[key]]
}[name]

/** What listeners are told from now on, in order. */
export function listen<name extends Name>(
  node: MockNode,
  ...names: name[]
): NamedEvent<name>[] {
  const told: NamedEvent<name>[] = []
  for (const name of names)
    node.on(name, (event) => told.push([name, event] as NamedEvent<name>))
  return told
}
