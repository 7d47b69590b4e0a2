import { access, constants, stat, writeFile } from 'node:fs/promises'
import { dirname, sep } from 'node:path'
import { PresealError } from '../../../base/errors/errors.js'

/**
 * The output of a command: a file, else `stdout`. Fails early, before there is
 * a result that cannot be kept.
 */
export async function openOutput(
  file: string | undefined,
  stdout: NodeJS.WritableStream,
): Promise<(text: string) => Promise<void>> {
  if (file === undefined) return async (text) => void stdout.write(text)
  if (file === '' || file.endsWith('/') || file.endsWith(sep))
    throw new PresealError(
      'CommandError',
      `Option "--output" is "${file}", expected the name of a file, or "-" for stdout.`,
      { reason: 'usage' },
    )
  const folder = dirname(file)
  const isFolder = (await statOf(folder))?.isDirectory()
  if (isFolder === undefined)
    throw outputFileError(
      file,
      `there is no folder "${folder}". Create it first.`,
    )
  if (!isFolder) throw outputFileError(file, `"${folder}" is no folder.`)
  const present = await statOf(file)
  if (present?.isDirectory())
    throw outputFileError(file, 'it is a folder. Name a file in it.')
  const refuse = (error: NodeJS.ErrnoException) => {
    throw outputFileError(file, `${error.code ?? error.message}.`)
  }
  await access(present ? file : folder, constants.W_OK).catch(refuse)
  return (text) => writeFile(file, text).catch(refuse)
}

function statOf(path: string) {
  return stat(path).catch(() => undefined)
}

function outputFileError(
  file: string,
  reason: string,
): PresealError<'CommandError'> {
  return new PresealError('CommandError', `Cannot write ${file}: ${reason}`, {
    reason: 'file',
  })
}
