import type { MockNode, NodeEvents } from 'preseal'

type Name = keyof NodeEvents
type Told<name extends Name = Name> = {
  [key in name]: [name: key, event: NodeEvents[key]]
}[name]

/** What listeners are told from now on, in order. */
export function listen<name extends Name>(
  node: MockNode,
  ...names: name[]
): Told<name>[] {
  const told: Told<name>[] = []
  for (const name of names)
    node.on(name, (event) => told.push([name, event] as Told<name>))
  return told
}
