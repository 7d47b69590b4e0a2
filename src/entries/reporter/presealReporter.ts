import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fitting, optional, readOptions } from '../../base/validation/fields.js'
import { fileName } from '../../base/words/words.js'

export type ReporterOptions = {
  /** The folder of the pages; default `'node_modules/.preseal'` */
  readonly folder?: string | undefined
}

/**
 * The fields in use of vitest's own type, which differs from version to
 * version.
 */
type TestCase = {
  readonly fullName: string
  meta(): object
  result(): { readonly state: string } | undefined
}

type PresealReporter = {
  onInit(): void
  onTestCaseResult(testCase: TestCase): void
}

/**
 * A reporter for vitest: for each failing test it writes an HTML page of what
 * happened on its nodes, and prints the path.
 *
 * @example
 * defineConfig({ test: { reporters: ['default', 'preseal/reporter'] } })
 */
export function presealReporter(
  options: ReporterOptions = {},
): PresealReporter {
  const { folder } = readOptions('presealReporter', options, {
    folder: optional(
      fitting<string>(
        (given) => typeof given === 'string' && given !== '',
        'the path of a folder',
      ),
      'node_modules/.preseal',
    ),
  })
  const place = resolve(folder)
  let count = 0
  return {
    onInit() {
      rmSync(place, { recursive: true, force: true })
      // Test files make pages only if somebody wants them.
      process.env.PRESEAL_PAGES = '1'
    },
    onTestCaseResult(testCase) {
      const { presealPages: pages } = testCase.meta() as {
        presealPages?: readonly string[]
      }
      if (testCase.result()?.state !== 'failed' || pages === undefined) return
      mkdirSync(place, { recursive: true })
      for (const page of pages) {
        const file = join(
          place,
          `${++count}-${fileName(testCase.fullName)}.html`,
        )
        writeFileSync(file, page)
        process.stdout.write(
          `${testCase.fullName}\n  what happened: ${pathToFileURL(file)}\n`,
        )
      }
    },
  }
}
