declare module '*?raw' {
  const text: string
  export default text
}

/** What is used of it; its own declarations are not installed. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options: { url: string })
    readonly window: Window & typeof globalThis
  }
}
