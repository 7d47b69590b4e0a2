import { readdirSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Program, SourceFile } from 'typescript'
import { ts } from '../../scripts/typescript.js'
import { editedText, type Recipe } from './recipes.js'

const root = fileURLToPath(new URL('../../', import.meta.url)).replaceAll(
  '\\',
  '/',
)

const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile).config,
  ts.sys,
  root,
)

const sources = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => `${root}src/${path.replaceAll('\\', '/')}`)

/**
 * What the compiler says of a copy of src/ in which these files are edited,
 * each error by the file that it stands in. The copy is in memory.
 */
export function createCompiler() {
  const host = ts.createCompilerHost(options)
  const parsed = new Map<string, SourceFile | undefined>()
  let last: Program | undefined

  return (
    recipe: Recipe,
    paths: readonly string[],
  ): [path: string, message: string][] => {
    const edited = new Map(
      paths.map((path) => [root + path, editedText(recipe, path, root)]),
    )
    const program = ts.createProgram({
      rootNames: [...new Set([...sources, ...edited.keys()])],
      options,
      ...(last && { oldProgram: last }),
      host: {
        ...host,
        fileExists: (path) => edited.has(path) || host.fileExists(path),
        readFile: (path) => edited.get(path) ?? host.readFile(path),
        getSourceFile(path, target) {
          const text = edited.get(path)
          if (text !== undefined) return ts.createSourceFile(path, text, target)
          if (!parsed.has(path))
            parsed.set(path, host.getSourceFile(path, target))
          return parsed.get(path)
        },
      },
    })
    last = program
    const own = Object.keys(recipe).flatMap(
      (path) => program.getSourceFile(root + path) ?? [],
    )
    const first = own.flatMap((file) => errorsIn(program, file))
    // All of src/ takes seconds: it is asked where nothing is found so far.
    const errors = first.length > 0 ? first : errorsIn(program)
    return errors.map(({ file, messageText }) => [
      posix.relative(root, file?.fileName ?? ''),
      ts.flattenDiagnosticMessageText(messageText, '\n'),
    ])
  }
}

function errorsIn(program: Program, file?: SourceFile) {
  return [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
  ]
}
