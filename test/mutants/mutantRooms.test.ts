import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { mutantRooms } from '../../scripts/mutantRooms.js'

const root = new URL('../../', import.meta.url)
const named = mutantRooms.map(({ room }) => room)

describe('mutantRooms', () => {
  test('default', () => {
    const map = readFileSync(new URL('ARCHITECTURE.md', root), 'utf8')
    const rooms = map
      .split('\n')
      .filter((line) => /^\| \d/.test(line))
      .map((line) => line.split('`')[1])
    expect(named).toEqual(rooms.filter((room) => room !== 'entries/cli'))
  })

  test('behavior: every file is in one room, save the command and pictures', () => {
    const files = readdirSync(new URL('src/', root), {
      encoding: 'utf8',
      recursive: true,
    })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => `src/${path.replaceAll('\\', '/')}`)
      .filter((path) => !/^src\/entries\/(cli|timeline\/picture)\//.test(path))
    const drawn = mutantRooms.flatMap(({ files }) => files)
    expect(drawn.sort()).toEqual(files.sort())
  })

  test('behavior: the tests of every room exist', () => {
    const missing = mutantRooms
      .flatMap(({ tests }) => tests)
      .filter((path) => !existsSync(new URL(path, root)))
    expect(missing).toEqual([])
  })

  test('behavior: the nightly run tries what the script lists', () => {
    const workflow = readFileSync(
      new URL('.github/workflows/mutants.yml', root),
      'utf8',
    )
    expect(workflow).toContain('tsx scripts/mutants.ts --list')
    expect(workflow).toMatch(/npm run mutants -- \$\{\{ matrix\.room \}\}/)
  })
})
