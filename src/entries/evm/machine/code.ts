import { type Hex, toBytes } from '../../../base/hex/hex.js'
import { remember } from '../../../base/memo/memo.js'
import { keccak, narrow, toNumber, type Word } from './words.js'

/** Bytecode with what is found out about it when it is first needed. */
export type Code = {
  readonly bytes: Uint8Array
  /** 1 where a JUMPDEST stands that is no data of a PUSH. */
  jumpTargets: Uint8Array | undefined
  hash: Word | undefined
}

/** The code of an account, which is read again and again. */
export const codeOf = remember((hex: Hex) => createCode(toBytes(hex)), 256)

export function createCode(bytes: Uint8Array): Code {
  return { bytes, jumpTargets: undefined, hash: undefined }
}

export function isJumpTarget(code: Code, at: Word): boolean {
  code.jumpTargets ??= findJumpTargets(code.bytes)
  return code.jumpTargets[Number(at)] === 1
}

const jumpdest = 0x5b
const push1 = 0x60
const push32 = 0x7f

function findJumpTargets(bytes: Uint8Array): Uint8Array {
  const targets = new Uint8Array(bytes.length)
  for (let at = 0; at < bytes.length; at++) {
    const opcode = bytes[at] as number
    if (opcode === jumpdest) targets[at] = 1
    else if (opcode >= push1 && opcode <= push32) at += opcode - push1 + 1
  }
  return targets
}

/**
 * The number that `length` bytes after `at` push; past the end there are zeros.
 */
export function pushedAt(bytes: Uint8Array, at: number, length: number): Word {
  const pushed = bytes.subarray(at + 1, at + 1 + length)
  return narrow(toNumber(pushed) << BigInt(8 * (length - pushed.length)))
}

export function hashOf(code: Code): Word {
  code.hash ??= keccak(code.bytes)
  return code.hash
}
