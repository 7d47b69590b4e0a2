import { explorePayment } from './explored/explorePayment.js'
import type { Asked, Progress, Result } from './explored/result.js'

/** What a worker says: how far it is, and at last what it found. */
export type Said =
  | Progress
  | { readonly result: Result }
  | { readonly error: string }

/** All that needs the node; the page loads it when somebody asks for it. */
export { explorePayment }

/** Within a worker: explores whenever the page asks for it. */
export function answer() {
  // wagmi looks for wallets in a window.
  Object.assign(self, { window: self })
  const say = (said: Said) => self.postMessage(said)
  self.onmessage = async ({ data }: MessageEvent<Asked>) => {
    try {
      say({ result: await explorePayment(data, say) })
    } catch (error) {
      say({ error: String(error) })
    }
  }
}

/** Within the page: it takes over the part where a visitor breaks a payment. */
export async function openByHand(isFirst: boolean) {
  const { open } = await import('./byHand.js')
  await open(isFirst)
}
