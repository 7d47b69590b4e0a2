import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

test('codec, Multicall3 and tokens add at most 8 kB to the main entry', async () => {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `export * from './functions/multicall3.js'
export * from './erc20.js'`,
      resolveDir: 'src/engine/natives',
    },
    bundle: true,
    format: 'esm',
    external: ['@noble/*'],
    tsconfig: 'scripts/build/tsconfig.browser.json',
    write: false,
    metafile: true,
  })
  expect(Object.keys(metafile.inputs)).toContain('src/base/abi/abi.ts')
  expect(gzipSync(outputFiles[0]?.contents ?? '').length).toBeLessThan(8_000)
})
