import { access, constants, stat, writeFile } from 'node:fs/promises'
import { dirname, sep } from 'node:path'
import { PresealError } from '../../../base/errors/errors.js'
import { UsageError } from './parseArguments.js'

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
    throw new UsageError(
      `Option "--output" is "${file}", expected the name of a file, or "-" for stdout.`,
    )
  const folder = dirname(file)
  const isFolder = (await statOf(folder))?.isDirectory()
  if (isFolder === undefined)
    throw new OutputFileError(
      file,
      `there is no folder "${folder}". Create it first.`,
    )
  if (!isFolder) throw new OutputFileError(file, `"${folder}" is no folder.`)
  const present = await statOf(file)
  if (present?.isDirectory())
    throw new OutputFileError(file, 'it is a folder. Name a file in it.')
  const refuse = (error: NodeJS.ErrnoException) => {
    throw new OutputFileError(file, `${error.code ?? error.message}.`)
  }
  await access(present ? file : folder, constants.W_OK).catch(refuse)
  return (text) => writeFile(file, text).catch(refuse)
}

function statOf(path: string) {
  return stat(path).catch(() => undefined)
}

class OutputFileError extends PresealError {
  override readonly name = 'OutputFileError'

  constructor(file: string, reason: string) {
    super(`Cannot write ${file}: ${reason}`)
  }
}
