import { beforeAll, describe, expect, test } from 'vitest'
import { copiedTexts } from '../site/paymentTexts.js'
import { namesSource } from './names.js'
import { page, pages, root } from './pages.js'
import { typeCheck } from './typeCheck.js'

describe('types', () => {
  let errors: string[] = []

  // One program for all pages, and for what the playground copies.
  beforeAll(() => {
    const files = pages.flatMap(({ path, snippets }) =>
      snippets.map(({ language, line, source, name }) => [
        `${path}-/${language === 'js' ? `${line}.cjs` : (name ?? `${line}.${language}`)}`,
        // TypeScript requires the ending, unlike the tools of those who paste it.
        source.replaceAll(/(from '\.\/\w+)'/g, "$1.js'"),
      ]),
    )
    errors = typeCheck(root, {
      ...Object.fromEntries(files),
      ...copiedTexts(),
      'names.ts': namesSource(),
      'typed.ts': `import { createMockNode } from 'preseal'
        const { request } = createMockNode().provider
        request({ method: 'eth_chainId' }) satisfies Promise<string>
        // @ts-expect-error
        request({ method: 'eth_notServed' })`,
      'unserved.ts': `import { createMockNode } from 'preseal'
        createMockNode().provider.request({ method: 'eth_sign' })`,
    })
  })

  test('every snippet compiles', () => {
    expect(errors.filter((error) => error.includes('.md-/'))).toEqual([])
  })

  test('a test that the playground copies compiles', () => {
    expect(errors.filter((error) => error.startsWith('copied-'))).toEqual([])
  })

  test('tables have the names that types have', () => {
    expect(errors.filter((error) => error.startsWith('names.'))).toEqual([])
  })

  test('request is typed by method', () => {
    expect(errors.filter((error) => error.startsWith('typed.'))).toEqual([])
  })

  test('the compiler names a method that is not served', () => {
    const { text } = page('docs/reference/methods.md')
    const [, message = ''] = /`(eth_sign is not served: .*)`/.exec(text) ?? []
    const [error, ...more] = errors.filter((one) => one.startsWith('unserved.'))
    expect(error).toContain(message)
    expect(more).toEqual([])
  })
})
