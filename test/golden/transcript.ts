import { readdirSync, readFileSync } from 'node:fs'
import type { createMockNode } from 'preseal'

/** A scenario, and what a node that plays it answers at some instants. */
export type Transcript = {
  /** As a scenario file has it. */
  scenario: unknown
  requests: { method: string; params: unknown[] }[]
  /** ms since the node was created, ascending */
  instants: number[]
  /** For each instant, the answers in the order of the requests. */
  answers: Answer[][]
}

type Answer = { result: unknown } | { error: object }

type Node = ReturnType<typeof createMockNode>

const folder = new URL('./', import.meta.url)

export const names = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''))

export const fileOf = (name: string) => new URL(`${name}.json`, folder)

export function readTranscript(name: string): Transcript {
  return JSON.parse(readFileSync(fileOf(name), 'utf8'))
}

/** The answers at each instant, where `move` has brought the node. */
export async function replay(
  node: Node,
  { requests, instants }: Transcript,
  move: (to: number) => unknown,
): Promise<Answer[][]> {
  const answers: Answer[][] = []
  for (const instant of instants) {
    await move(instant)
    answers.push(await ask(node, requests))
  }
  return answers
}

/** As JSON has it: what is undefined is absent. */
export async function ask(
  { provider }: Node,
  requests: Transcript['requests'],
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const request of requests)
    answers.push(
      await provider.request(request as never).then(
        (result) => ({ result }),
        ({ code, message, data, status }) => ({
          error: { code, message, data, status },
        }),
      ),
    )
  return JSON.parse(JSON.stringify(answers))
}
