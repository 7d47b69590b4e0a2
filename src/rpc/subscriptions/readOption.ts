import { type Result, refuse } from '../../base/hex/parse.js'
import { type LogCriteria, parseLogCriteria } from '../logs/logCriteria.js'

/** Readers of the parameter that follows the name of a subscription. */

export function readNothing(option: unknown): Result<undefined> {
  return option === undefined
    ? { ok: true, value: undefined }
    : refuse(option, 'nothing')
}

export function readFlag(option: unknown): Result<boolean> {
  return typeof (option ?? false) === 'boolean'
    ? { ok: true, value: option === true }
    : refuse(option, 'true or false')
}

export function readCriteria(option: unknown): Result<LogCriteria> {
  return parseLogCriteria(option ?? {})
}
