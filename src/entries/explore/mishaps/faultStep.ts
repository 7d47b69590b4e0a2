import type { Fault, Step } from '../../../index.js'

/** Declares a fault at the start; the run that plays it labels it anew. */
export function faultStep(fault: Fault): Step {
  return { at: 0, type: 'fault', label: 'mishap', fault }
}
