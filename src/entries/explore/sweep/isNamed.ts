/**
 * Whether a mishap has this name, or one that fits the pattern. `test` of a
 * global pattern would go on from where it found the last one.
 */
export function isNamed(by: string | RegExp, name: string): boolean {
  return typeof by === 'string' ? name === by : name.search(by) >= 0
}
