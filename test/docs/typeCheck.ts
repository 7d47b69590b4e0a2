import type { Diagnostic } from 'typescript'
import { ts } from '../../scripts/typescript.js'

/** In place of jest's globals: jest is not installed here. */
const jest = `declare const expect: typeof import('vitest').expect
declare const jest: typeof import('vitest').vi
declare const test: typeof import('vitest').test`

/**
 * Compiles files that exist only here, by name, as one program with the
 * project's settings. Returns the errors, each with file and line.
 */
export function typeCheck(
  root: string,
  sources: { readonly [name: string]: string },
): string[] {
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const host = ts.createCompilerHost(options)
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseForTypeErrors
  const { fileExists, readFile, getSourceFile } = host
  const texts = new Map(
    Object.entries({ ...sources, 'jest.d.ts': jest }).map(([name, text]) => [
      root + name,
      text,
    ]),
  )
  host.fileExists = (path) => texts.has(path) || fileExists(path)
  host.readFile = (path) => texts.get(path) ?? readFile(path)
  host.getSourceFile = (path, target, ...rest) => {
    const text = texts.get(path)
    return text === undefined
      ? getSourceFile(path, target, ...rest)
      : ts.createSourceFile(path, text, target)
  }
  // Folders exist only here, too.
  host.directoryExists = () => true
  const program = ts.createProgram(
    [...texts.keys()],
    {
      ...options,
      allowJs: true,
      checkJs: true,
      jsx: ts.JsxEmit.ReactJSX,
    },
    host,
  )
  return [...texts.keys()].flatMap((path) => {
    const file = program.getSourceFile(path)
    return [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ].map((diagnostic) => toText(root, diagnostic))
  })
}

function toText(
  root: string,
  { file, start = 0, messageText }: Diagnostic,
): string {
  const message = ts.flattenDiagnosticMessageText(messageText, '\n')
  if (file === undefined) return message
  const { line } = file.getLineAndCharacterOfPosition(start)
  return `${file.fileName.replace(root, '')}:${line + 1} ${message}`
}
