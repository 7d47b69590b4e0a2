/** One thing that happened, in one line; `at` in ms. */
export type Line = { readonly at: number; readonly text: string }
