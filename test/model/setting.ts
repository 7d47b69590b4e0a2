import type { Step } from 'preseal'

/** A verb or step that sets a field of an account. */
export type Setting = Extract<
  Step,
  { type: 'setBalance' | 'setNonce' | 'setCode' | 'setStorageAt' }
>

export function changesOf(step: Setting) {
  const { address } = step
  switch (step.type) {
    case 'setBalance':
      return { [address]: { balance: step.value } }
    case 'setNonce':
      return { [address]: { nonce: step.nonce } }
    case 'setCode':
      return { [address]: { code: step.bytecode } }
    case 'setStorageAt': {
      const slot = `0x${BigInt(step.index).toString(16)}` as const
      return { [address]: { storage: { [slot]: step.value } } }
    }
  }
}
