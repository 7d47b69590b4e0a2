import { send } from '../../src/chain/admission/send.js'
import type { Chain } from '../../src/chain/blocks/chain.js'
import { serverError } from '../../src/rpc/answers/outcome.js'
import {
  prepare,
  prepareWrite,
  readRequest,
  runPrepared,
} from '../../src/rpc/request.js'
import { newView } from '../rpc/newView.js'
import type { Fixture, RpcError } from './readFixtures.js'

type Response = Fixture['exchanges'][number]['response']

/**
 * How an answer stands to that of the fixture: the same, an error of the same
 * code in other words, or another one. Where only the form counts, answers are
 * the same whose fields have the same names and types.
 */
export type Verdict = {
  readonly type: 'equal' | 'words' | 'different'
  /** The first places at which they differ. */
  readonly differences: readonly string[]
}

/** Asks a chain what the fixtures ask, one after the other. */
export function createJudge(first: Chain) {
  let chain = first

  function ask({
    method,
    params = [],
  }: Fixture['exchanges'][number]['request']): Response {
    const view = newView(chain)
    const request = readRequest({ method, params })
    if (!request.ok) return { error: request.error }
    const prepared = prepare(view, request.method, request.params)
    if (prepared.type !== 'write') {
      const answer = runPrepared(view, prepared)
      return answer.type === 'result'
        ? { result: answer.value }
        : { error: answer.error }
    }
    const write = prepareWrite(view, prepared)
    if (write.type === 'error') return { error: write.error }
    const { chain: after, sent } = send(chain, write.sending, () => null)
    if (sent.type === 'refused') return { error: serverError(sent.message) }
    chain = after
    return { result: sent.transaction.hash }
  }

  return {
    judge({ exchanges, isSpecOnly }: Fixture): Verdict {
      const differences: string[] = []
      let isOtherWords = true
      for (const { request, response } of exchanges) {
        const answer = ask(request)
        const found = differ(answer, response, isSpecOnly === true)
        if (found.length > 0 && !hasSameCode(answer, response))
          isOtherWords = false
        differences.push(...found)
      }
      if (differences.length === 0) return { type: 'equal', differences }
      return { type: isOtherWords ? 'words' : 'different', differences }
    },
  }
}

function hasSameCode({ error: own }: Response, { error }: Response): boolean {
  return own !== undefined && own.code === error?.code
}

function differ(
  answer: Response,
  expected: Response,
  isSpecOnly: boolean,
): string[] {
  if (expected.error !== undefined || answer.error !== undefined)
    return differences(
      answer.error,
      expected.error as RpcError,
      'error',
      isSpecOnly,
    )
  return differences(
    JSON.parse(JSON.stringify(answer.result)),
    expected.result,
    'result',
    isSpecOnly,
  )
}

function differences(
  own: unknown,
  other: unknown,
  path: string,
  isSpecOnly: boolean,
): string[] {
  if (Array.isArray(own) && Array.isArray(other)) {
    const length = Math.max(own.length, other.length)
    if (isSpecOnly && (own.length === 0) !== (other.length === 0))
      return [`${path} has ${own.length} items instead of ${other.length}`]
    const compared = isSpecOnly ? Math.min(own.length, other.length) : length
    return Array.from({ length: compared }, (_, index) =>
      differences(own[index], other[index], `${path}[${index}]`, isSpecOnly),
    ).flat()
  }
  if (isObject(own) && isObject(other)) {
    const names = new Set([...Object.keys(own), ...Object.keys(other)])
    return [...names].flatMap((name) =>
      differences(own[name], other[name], `${path}.${name}`, isSpecOnly),
    )
  }
  if (own === other || (isSpecOnly && typeof own === typeof other)) return []
  return [`${path}: ${show(own)} instead of ${show(other)}`]
}

function isObject(value: unknown): value is { [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function show(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 120)
}
