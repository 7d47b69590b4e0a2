import type { WalletDoor } from '../../../doors/walletDoor.js'
import type { Parameter, ValuesOf } from '../../../rpc/method/params.js'
import type {
  PromptMethod,
  WalletMethodName,
} from '../../../rpc/method/walletMethods.js'
import type { Session } from './createSession.js'

/** The tools of the wallet's own methods. */
export type MethodContext = {
  readonly session: Session
  /** Settles once the user agrees. @throws EndedError when not. */
  confirm(method: PromptMethod, params: readonly unknown[]): Promise<void>
  /** Asks a node in the wallet's name. @throws EndedError unless it answers. */
  ask(
    node: WalletDoor,
    method: string,
    params: readonly unknown[],
  ): Promise<unknown>
  /** Runs tasks one after the other: those that take a nonce and send with it. */
  inTurn<value>(task: () => Promise<value>): Promise<value>
}

/** A method that the wallet answers; it throws EndedError if it does not. */
export type WalletMethod = {
  readonly parameters: readonly Parameter[]
  readonly run: (
    args: readonly unknown[],
    context: MethodContext,
    params: readonly unknown[],
  ) => unknown
}

/** Methods of one topic. */
export type WalletMethods = {
  readonly [name in WalletMethodName]?: WalletMethod
}

/** A method whose arguments have the types that its parsers return. */
export function method<const parameters extends readonly Parameter[]>(
  parameters: parameters,
  run: (
    args: ValuesOf<parameters>,
    context: MethodContext,
    params: readonly unknown[],
  ) => unknown,
): WalletMethod {
  return { parameters, run: run as WalletMethod['run'] }
}
