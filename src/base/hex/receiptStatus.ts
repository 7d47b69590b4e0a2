/** Whether a transaction succeeded, as its receipt says since EIP-658. */
export type ReceiptStatus = '0x0' | '0x1'

export function receiptStatus(isSuccess: boolean): ReceiptStatus {
  return isSuccess ? '0x1' : '0x0'
}

export function hasSucceeded({ status }: { status?: unknown }): boolean {
  return status === '0x1'
}
