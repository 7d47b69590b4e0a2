import type { Body, ExploreOptions } from 'preseal/explore'

/** A small application, in a form with one defect and in a mended one. */
export type App = {
  /** The defect. */
  readonly name: string
  /** Some words of the finding that tells of it. */
  readonly tells: RegExp
  readonly options?: ExploreOptions
  test(isMended: boolean): Body
}
