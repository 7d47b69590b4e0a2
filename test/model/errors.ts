/** What the node throws by that name. */
export class Refused extends Error {
  constructor(override readonly name: string) {
    super(name)
  }
}
