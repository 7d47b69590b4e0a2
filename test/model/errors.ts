/** What the node throws by that name. */
export class Refused extends Error {
  override readonly name: string

  constructor(name: string) {
    super(name)
    this.name = name
  }
}
