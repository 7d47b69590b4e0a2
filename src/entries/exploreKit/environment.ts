type Runtime = {
  readonly env?: { readonly [name: string]: string | undefined }
}

/** Options from the environment of the test run, beside those in the tests. */
export function environment() {
  const { process } = globalThis as { process?: Runtime }
  const env = process?.env ?? {}
  const { PRESEAL_SEED, PRESEAL_PAIRS, PRESEAL_SHARD, PRESEAL_PAGES, CI } = env
  return {
    seed: PRESEAL_SEED || undefined,
    pairs: PRESEAL_PAIRS ? Number(PRESEAL_PAIRS) : undefined,
    shard: PRESEAL_SHARD || undefined,
    arePagesWanted: PRESEAL_PAGES === '1',
    /** As snapshots see it. */
    isCI: CI !== undefined && CI !== '' && CI !== 'false' && CI !== '0',
  }
}
