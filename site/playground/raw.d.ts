declare module '*?raw' {
  const text: string
  export default text
}

/** A test of a payment: its text, and the test itself. */
declare module '*?payment' {
  const text: string
  export default text
}
declare module '*?payment=1' {}
declare module '*?payment=2' {}

/** What is used of it; its own declarations are not installed. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options: { url: string })
    readonly window: Window & typeof globalThis
  }
}
