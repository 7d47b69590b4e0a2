import { defineConfig } from 'vitest/config'

export default defineConfig({
  // They come as modules that Node does not load as they are.
  test: {
    testTimeout: 60_000,
    server: { deps: { inline: [/connectkit/, /rainbowkit/] } },
  },
})
