import type { MockNode, MockNodeOptions } from 'preseal'

/** A way into a node: what the suite needs of it, and no more. */
export type Door = {
  readonly name: string
  /** Makes a node that is disposed of when the test is over. */
  open(options?: MockNodeOptions): Promise<OpenDoor>
  /** Waits until the node has every request that was sent, where that takes. */
  arrival?(): Promise<void>
}

export type OpenDoor = {
  readonly node: MockNode
  /** The result; rejects where there is none, for whatever reason. */
  request<result = unknown>(
    method: string,
    params?: readonly unknown[],
  ): Promise<result>
  /**
   * The error with which this is answered. It need not be a request, and a door
   * that wants more of one (`jsonrpc`, `id`) adds it where there is an object.
   */
  refused(request: unknown): Promise<Refused>
}

/** The error object of JSON-RPC. */
type Refused = { code: number; message: string; data?: unknown }
