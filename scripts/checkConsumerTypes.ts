// Compiles the types of test/consumers/ against the declarations in dist/ with
// the newest and the oldest TypeScript that viem supports, and `lib` ES2022.
// Library declarations are checked too, but only the errors in ours count:
// those of other packages have some of their own.
import newest from 'typescript'
import oldest from 'typescript-5.0'
import { entries } from './entries.js'

const consumers = entries.map(({ bundle }) =>
  bundle === 'index'
    ? 'test/consumers/types.ts'
    : `test/consumers/${bundle}-types.ts`,
)
const declarations = entries.map(({ bundle }) => `/dist/${bundle}.d.ts`)

for (const ts of [newest, oldest as unknown as typeof newest]) {
  const program = ts.createProgram(consumers, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts'],
    types: ['node'],
    strict: true,
    noEmit: true,
    skipLibCheck: false,
  })
  const files = program.getSourceFiles().map(({ fileName }) => fileName)
  for (const path of declarations)
    if (!files.some((file) => file.endsWith(path)))
      throw new Error(`${consumers} do not resolve preseal to ${path}.`)
  const errors = ts
    .getPreEmitDiagnostics(program)
    .filter(({ file }) => !file?.fileName.includes('/node_modules/'))
  console.log(`TypeScript ${ts.version}: ${errors.length} errors`)
  if (errors.length > 0) {
    console.error(
      ts.formatDiagnostics(errors, {
        getCanonicalFileName: (file) => file,
        getCurrentDirectory: () => process.cwd(),
        getNewLine: () => '\n',
      }),
    )
    process.exitCode = 1
  }
}
