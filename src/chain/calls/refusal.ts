/** Why a call is refused before it runs. */
export type CallRefusal = {
  readonly type: 'refusal'
  /**
   * The place of the mistake: the request itself, or the transaction it
   * describes.
   */
  readonly kind:
    | 'request'
    | 'tip'
    | 'baseFee'
    | 'funds'
    | 'intrinsicGas'
    | 'initcode'
    | 'nonceTooLow'
    | 'nonceTooHigh'
    | 'other'
  /** In geth's words. */
  readonly reason: string
}

export function refusal(
  kind: CallRefusal['kind'],
  reason: string,
): CallRefusal {
  return { type: 'refusal', kind, reason }
}

export function isRefusal(value: object | undefined): value is CallRefusal {
  return value !== undefined && (value as { type?: unknown }).type === 'refusal'
}
