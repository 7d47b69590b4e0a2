type Reactive = { IS_REACT_ACT_ENVIRONMENT?: boolean }

/** As testing-library waits: React renders by itself, and says nothing of it. */
export async function withoutAct<value>(
  callback: () => Promise<value>,
): Promise<value> {
  const reactive = globalThis as Reactive
  const before = reactive.IS_REACT_ACT_ENVIRONMENT
  if (before !== undefined) reactive.IS_REACT_ACT_ENVIRONMENT = false
  try {
    return await callback()
  } finally {
    if (before !== undefined) reactive.IS_REACT_ACT_ENVIRONMENT = before
  }
}
