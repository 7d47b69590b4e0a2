import { readFileSync } from 'node:fs'
import {
  firstTest,
  paymentTest,
} from '../../site/playground/explored/paymentTest.js'
import { page, root } from '../docs/pages.js'

/** The playground's first story by each client, as its files have it. */
export const clients = {
  viem: firstTest(page('README.md').text),
  wagmi: textOf('wagmi'),
  ethers: textOf('ethers'),
}

function textOf(client: string): string {
  return readFileSync(`${root}site/playground/explored/${client}.ts`, 'utf8')
}

/** All that it copies, by names of files. */
export function copiedTexts(): { [name: string]: string } {
  const files = Object.entries(clients).flatMap(([client, text]) =>
    (['vitest', 'jest'] as const).flatMap((runner) =>
      ([1, 2] as const).map((confirmations) => [
        `copied-${client}-${runner}-${confirmations}.ts`,
        paymentTest(text, confirmations, runner),
      ]),
    ),
  )
  return Object.fromEntries(files)
}
