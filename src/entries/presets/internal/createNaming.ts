/**
 * Makes labels unique: a label that is taken gets the first free number, as in
 * `payment`, `payment#2`, `payment#3`.
 */
export function createNaming(): (label: string) => string {
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  return (label) => {
    let count = counts.get(label) ?? 0
    let name: string
    do {
      count += 1
      name = count === 1 ? label : `${label}#${count}`
    } while (taken.has(name))
    counts.set(label, count)
    taken.add(name)
    return name
  }
}
