/** Options with every default in place. */
export type Resolved<options> = {
  readonly [key in keyof options]-?: Exclude<options[key], undefined>
}
