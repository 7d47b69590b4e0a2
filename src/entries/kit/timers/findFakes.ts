type Ambient = {
  readonly setTimeout: { readonly clock?: unknown }
  readonly Date: { readonly isFake?: boolean; readonly clock?: unknown }
}

/** Which of the ambient timers and `Date` are fake, whoever faked them. */
export function findFakes(): { timers: boolean; date: boolean } {
  const { setTimeout, Date: date } = globalThis as unknown as Ambient
  return {
    timers: setTimeout.clock !== undefined,
    date: date.isFake === true || date.clock !== undefined,
  }
}
