import type { Mishap } from '../model/mishap.js'

/** A mishap, and how early a sweep is to try it: from 0 on. */
export type Candidate = Mishap & { readonly rank: number }
