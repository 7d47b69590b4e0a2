import fc from 'fast-check'

// The same cases at every run; `SEED=7 npm test` tries others.
fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) })
