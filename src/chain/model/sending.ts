import type { PreconfirmParameters, Transaction } from './transaction.js'

/** A transaction that arrives by request, before the chain has looked at it. */
export type Sending =
  /** As somebody signed it. */
  | { readonly type: 'signed'; readonly transaction: SignedTransaction }
  /** As parameters, from a client that may send from any account. */
  | { readonly type: 'asked'; readonly parameters: AskedTransaction }

/** All of a transaction but what it does. */
export type SignedTransaction = Omit<
  Transaction,
  'script' | 'fate' | 'label' | 'l1' | 'blobGasUsed' | 'lastRun'
>

export type AskedTransaction = Omit<
  PreconfirmParameters,
  | 'execute'
  | 'status'
  | 'gasUsed'
  | 'blobGasUsed'
  | 'logs'
  | 'changes'
  | 'l1'
  | 'label'
>

/** A queued transaction, or a refusal in the words of geth's pool. */
export type Sent =
  | { readonly type: 'sent'; readonly transaction: Transaction }
  | Refused

export type Refused = { readonly type: 'refused'; readonly message: string }
