/** The title of a test as the name of a file. */
export function fileName(of: string): string {
  const name = of
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-|-$/g, '')
  return name === '' ? 'test' : name
}
