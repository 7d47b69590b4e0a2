import type { MockNode } from 'preseal'
import { type Rejection, rejection } from '../../conformance/providerDoor.js'

type Controlled = Pick<MockNode, 'control'>

/** Asks `node.control` as a client in another process would. */
export function call<result = unknown>(
  { control }: Controlled,
  method: string,
  ...params: unknown[]
): Promise<result> {
  return control.request({ method, params }) as Promise<result>
}

/** What a control verb, or anything else, is refused with. */
export async function refused(
  node: Controlled,
  method: string,
  ...params: unknown[]
): Promise<Pick<Rejection, 'code' | 'message'>> {
  const { code, message } = await rejection(call(node, method, ...params))
  return { code, message }
}
