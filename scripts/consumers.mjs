// Builds and packs the package, installs the tarball in an empty folder beside
// the tools of its users, and runs test/consumers/ there. With `--all` it tries
// every version of every test runner, which `.ci/run` does not.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { attempt, install } from './attempt.mjs'
import { pack } from './pack.mjs'
import { check, tryRunners } from './runners.mjs'
import { scratchFolder, tarballName } from './scratchFolder.mjs'

const { devDependencies, peerDependencies, name } = JSON.parse(
  readFileSync('package.json', 'utf8'),
)
const folder = scratchFolder('consumers')
const apart = scratchFolder('consumers-apart')
const tarball = join(folder, tarballName)

const run = (title, command, cwd = folder) => attempt(title, command, cwd)

const compile = (title, files, options, cwd = folder) => {
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2022'],
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    ...options,
  }
  writeFileSync(
    join(cwd, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files }),
  )
  return run(title, 'tsc', cwd)
}

const jest = (title, file, options = '', cwd = folder) =>
  run(title, `jest --testMatch "<rootDir>/${file}" ${options}`, cwd)

// The first block of that language on a page, to run as it stands.
const quote = (page, language, file, index = 0) => {
  const block = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs')
  const [, code] = [...readFileSync(page, 'utf8').matchAll(block)][index]
  writeFileSync(join(folder, file), code)
}

// The start of a page, pasted whole into a folder: its files, what the test of
// them prints, and what it prints once the page's diff has mended them.
const tryStart = async (page, command) => {
  const cwd = join(folder, `start-${page}`)
  mkdirSync(cwd)
  writeFileSync(join(cwd, 'package.json'), '{ "private": true }')
  const text = readFileSync(`docs/guide/${page}.md`, 'utf8')
  const write = (file, code) => writeFileSync(join(cwd, file), code)
  const named = /```[jt]sx?\n(\/\/ (\S+)\n.*?)```/gs
  const files = [...text.matchAll(named)].map(([, code, file]) => [file, code])
  for (const [file, code] of files) write(file, code)
  const [failed, passed] = [...text.matchAll(/```text\n(.*?)```/gs)]
    .map(([, shown]) => shown)
    .filter((shown) => /^(FAIL|Explored)/.test(shown))
  await check(`${page}, as pasted`, command, partsOf(failed), cwd)
  const [, diff] = /```diff\n(.*?)```/s.exec(text)
  const [, before, after] = /^-(.*)\n\+(.*)$/m.exec(diff)
  for (const [file, code] of files) write(file, code.replace(before, after))
  await check(`${page}, mended`, command, partsOf(passed), cwd, {
    passes: true,
  })
}

// The lines of an output that are the same in each run.
const partsOf = (shown) =>
  shown
    .replaceAll(/ in \d+\.\d s/g, '')
    .split(/\n\n|\n…\n/)
    .map((part) =>
      part
        .replaceAll(/\s+/g, ' ')
        .replace(/^FAIL /, '')
        .trim(),
    )

// Of the further entries, which have both module formats.
const typed = readdirSync('test/consumers')
  .filter((file) => file.endsWith('-types.ts'))
  .map((file) => file.replace('.ts', ''))
const entries = typed.flatMap((file) => [`${file}.mts`, `${file}.cts`])

// viem's declarations are ES modules only, which `moduleResolution: node16` does
// not let a CommonJS file import (TS1479). What needs viem itself, as contracts
// and wallets do, is compiled as CommonJS by `nodenext`.
const fitsNode16 = (file) =>
  file.endsWith('.mts') ||
  !readFileSync(
    `test/consumers/${file.replace('.cts', '.ts')}`,
    'utf8',
  ).includes("from 'viem'")

// Of the entries, run by other runtimes as well.
const modules = [
  'esm.mjs',
  ...typed
    .map((file) => file.replace('-types', '.mjs'))
    .filter((file) => readdirSync('test/consumers').includes(file)),
]

// Those that are packages of their own, beside what was packed.
const runExample = async (example) => {
  const cwd = join(apart, example)
  cpSync(`examples/${example}`, cwd, { recursive: true })
  const command = `${install} "${name}@file:${tarball}"`
  if (await run(`examples/${example}, install`, command, cwd))
    await run(`examples/${example}`, 'npm test', cwd)
}

// The newest compiler, which is another program and takes a fifth of the time: in
// a folder of its own, which finds all else in the one around it. `npm run check`
// has the older ones.
const tryNewestTypes = async () => {
  const cwd = join(folder, 'newest-typescript')
  mkdirSync(cwd)
  const both = ['types.mts', 'types.cts', ...entries]
  const bundled = ['types.ts', ...typed.map((file) => `${file}.ts`)]
  for (const file of [...both, ...bundled, 'types-commonjs.cts'])
    cpSync(join(folder, file), join(cwd, file))
  cpSync(join(folder, 'runtimes.d.ts'), join(cwd, 'runtimes.d.ts'))
  writeFileSync(join(cwd, 'package.json'), '{ "private": true }')
  const command = `${install} typescript@latest`
  if (!(await run('newest TypeScript, install', command, cwd))) return
  await compile(
    'TypeScript, bundler',
    bundled,
    { module: 'ESNext', moduleResolution: 'Bundler' },
    cwd,
  )
  await compile('TypeScript, nodenext', both, { module: 'NodeNext' }, cwd)
  await compile(
    'TypeScript, node16',
    ['types.mts', 'types-commonjs.cts', ...entries.filter(fitsNode16)],
    { module: 'Node16' },
    cwd,
  )
  await compile(
    'TypeScript, declarations checked',
    ['runtimes.d.ts', ...both],
    {
      module: 'NodeNext',
      lib: ['ES2022', 'DOM'],
      types: ['node'],
      skipLibCheck: false,
    },
    cwd,
  )
}

// The oldest viem that the package says it takes, in a folder of its own.
const tryOldestViem = async () => {
  const cwd = join(apart, 'oldest-viem')
  const [, oldest] = /^>=(\S+)/.exec(peerDependencies.viem)
  mkdirSync(cwd)
  writeFileSync(join(cwd, 'package.json'), '{ "private": true }')
  for (const file of modules) cpSync(join(folder, file), join(cwd, file))
  const command = `${install} ${tarball} viem@${oldest}`
  if (await run(`viem ${oldest}, install`, command, cwd))
    for (const file of modules)
      await run(`viem ${oldest}, ${file}`, `node ${file}`, cwd)
}

// Buttons and connectors that need wagmi 2, and accounts of permissionless.
const tryWallets = async () => {
  const cwd = join(apart, 'wallets')
  cpSync('test/consumers/wallets', cwd, { recursive: true })
  writeFileSync(join(cwd, 'package.json'), '{ "private": true }')
  const packages = [
    tarball,
    `viem@${devDependencies.viem}`,
    'wagmi@2',
    'permissionless@0.4',
    'connectkit@1',
    '@rainbow-me/rainbowkit@2',
    '@reown/appkit@1',
    '@reown/appkit-adapter-wagmi@1',
    '@safe-global/safe-4337@0.3.0',
    '@safe-global/safe-apps-provider@0.18',
    '@safe-global/safe-apps-sdk@9',
    '@safe-global/safe-contracts@1.4.1',
    '@tanstack/react-query@5',
    '@testing-library/dom@10',
    '@testing-library/react@16',
    '@walletconnect/universal-provider@2',
    // RainbowKit 2.2 and ConnectKit 1.9 want wagmi 2; AppKit's adapter would take
    // newer ones, whose metaMask waits for a server of MetaMask's.
    '@wagmi/connectors@6',
    '@wagmi/core@2',
    'jsdom@26',
    'react@19',
    'react-dom@19',
    'vitest@4',
  ].join(' ')
  // The runs of which docs/reference/connectors.md has the tables.
  cpSync('test/entries/wallets/runConnectors.ts', join(cwd, 'runConnectors.ts'))
  const command = `${install} --legacy-peer-deps --ignore-scripts ${packages}`
  if (await run('wallets, install', command, cwd))
    await run('wallets, vitest', 'vitest run', cwd)
}

const installAll = async () => {
  // They have folders of their own.
  const others = ['runners', 'tools', 'wallets'].map((one) =>
    join('test', 'consumers', one),
  )
  cpSync('test/consumers', folder, {
    recursive: true,
    filter: (path) => !others.includes(path),
  })
  for (const from of ['examples/contracts', 'test/entries/contracts'])
    cpSync(from, join(folder, 'contracts'), { recursive: true })
  cpSync('test/consumers/types.ts', join(folder, 'types.mts'))
  cpSync('test/consumers/types.ts', join(folder, 'types.cts'))
  for (const file of entries)
    cpSync(`test/consumers/${file.replace(/.ts$/, 'ts')}`, join(folder, file))
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const packages = [
    `./${tarballName}`,
    `viem@${devDependencies.viem}`,
    '@types/node@20',
    '@foundry-rs/anvil@1',
    '@swc/core@1',
    '@swc/jest@0.2',
    'bun@1',
    'deno@2',
    'ethers@6',
    'jest@30',
    'jest-environment-jsdom@30',
    'jsdom@26',
    'happy-dom@20',
    'react@19',
    'react-dom@19',
    '@testing-library/dom@10',
    '@testing-library/react@16',
    '@testing-library/user-event@14',
    '@tanstack/react-query@5',
    'wagmi@3',
    'typescript@5',
    'vitest@4',
  ]
  return (
    (await pack(folder)) && run('install', `${install} ${packages.join(' ')}`)
  )
}

// What is run and compiled in the one folder, a command after the other.
async function tryTogether() {
  await run('Node, ESM', 'node esm.mjs')
  await run('Node, CommonJS', 'node commonjs.cjs')
  await run('Node, ethers 6', 'node ethers.mjs')
  for (const file of modules) {
    await run(`Bun, ${file}`, `bun ${file}`)
    await run(`Deno, ${file}`, `deno run --allow-all ${file}`)
  }
  await run('web globals only', 'node web.cjs')
  await run('modules of Node', 'node builtins.cjs')
  await run('preseal/server, ESM', 'node server.mjs')
  await run('preseal/server, CommonJS', 'node server.cjs')
  await run('preseal/wallet, ESM', 'node wallet.mjs')
  await run('preseal/wallet, CommonJS', 'node wallet.cjs')
  await run('preseal/record, ESM', 'node record.mjs')
  await run('preseal/record, CommonJS', 'node record.cjs')
  await run('preseal/fork, ESM', 'node fork.mjs')
  await run('preseal/fork, CommonJS', 'node fork.cjs')
  await run('preseal/contracts, ESM', 'node contracts.mjs')
  await run('preseal/contracts, CommonJS', 'node contracts.cjs')
  await run('preseal/evm, ESM', 'node evm.mjs')
  await run('preseal/evm, CommonJS', 'node evm.cjs')
  await run('preseal/evm beside anvil', 'node anvil.mjs')
  await run('preseal/stream, ESM', 'node stream.mjs')
  await run('preseal/stream, CommonJS', 'node stream.cjs')
  await run('preseal/chains, ESM', 'node chains.mjs')
  await run('preseal/chains, CommonJS', 'node chains.cjs')
  await run('preseal/presets, ESM', 'node presets.mjs')
  await run('preseal/presets, CommonJS', 'node presets.cjs')
  await run('npx preseal', 'node command.mjs')
  await run('vitest 4', 'vitest run vitest.test.mjs')
  await jest('jest 30', 'jest.test.cjs')
  for (const environment of ['jsdom', 'happy-dom'])
    await run(
      `vitest 4, React in ${environment}`,
      `vitest run --environment ${environment} kit.test.mjs`,
    )
  await jest('jest 30, jsdom', 'jsdom.test.cjs', '--env jsdom')
  await jest('jest 30, React in jsdom', 'kit.test.cjs', '--env jsdom')
  const explored = 'explored.test.cjs'
  const setUp = '--env jsdom --setupFiles ./jsdom.setup.cjs'
  await jest('jest 30, 20 explorations of React', explored, setUp)
  await jest(
    'jest 30, explorations of React in real time',
    explored,
    '--env jsdom 2>&1 | grep "hides setImmediate"',
  )
  // The error of a test that forgot its `await`, in what the runner prints.
  const says = '2>&1 | grep MisuseError'
  await run(
    'vitest 4, a forgotten await',
    `vitest run forgotten.test.mjs ${says}`,
  )
  await jest('jest 30, a forgotten await', 'forgotten.test.cjs', says)
  // wagmi comes as ES modules alone.
  await run(
    'jest 30, wagmi over a WebSocket',
    'node --experimental-vm-modules node_modules/jest/bin/jest.js --env jsdom --testMatch "<rootDir>/websocket.jest.mjs" --setupFiles ./jsdom.setup.cjs',
  )
  await run(
    'vitest 4, wagmi over a WebSocket',
    'vitest run --environment jsdom websocket.test.mjs',
  )
  await run('preseal/websocket, ESM', 'node websocket.mjs')
  await run('preseal/websocket, CommonJS', 'node websocket.cjs')
  // The exploration on top fails, as the page says.
  quote('README.md', 'ts', 'explored.test.ts')
  await run(
    'vitest 4, README, the exploration',
    'vitest run explored.test.ts 2>&1 | grep "block 1 is replaced 1 ms after its seal by an empty block"',
  )
  quote('README.md', 'ts', 'readme.test.ts', 1)
  await run('vitest 4, README', 'vitest run readme.test.ts')
  await tryStart('first-test', 'vitest run')
  await tryStart('react', 'vitest run payment.test.tsx')
  await tryStart('jest', 'jest')
  await tryStart('ethers', 'vitest run')
  await run('vitest 4, clients', 'vitest run clients.test.mjs')
  await jest('jest 30, clients', 'clients.test.cjs')
  quote('docs/guide/fake-timers.md', 'js', 'guide.test.cjs')
  await jest('jest 30, guide', 'guide.test.cjs')
  await compile(
    'TypeScript, node10',
    typed.map((file) => `${file}.ts`),
    {
      module: 'CommonJS',
      moduleResolution: 'Node10',
    },
  )
  const isCompiled = await compile(
    'TypeScript to CommonJS',
    ['jest-typescript.test.cts'],
    { module: 'NodeNext', noEmit: false },
  )
  if (isCompiled)
    await jest('jest 30, compiled TypeScript', 'jest-typescript.test.cjs')
  // In folders within this one, where they find what is installed.
  await tryRunners({
    folder,
    tarball,
    viem: devDependencies.viem,
    isAll: process.argv.includes('--all'),
  })
  await tryNewestTypes()
}

// What has packages of its own, beside all that: most of it is waiting for npm.
async function tryApart() {
  await tryWallets()
  await tryOldestViem()
  await runExample('react')
  if (existsSync('/usr/bin/chromium')) await runExample('playwright')
  else console.log('There is no /usr/bin/chromium: a page is not tried.')
}

if (await installAll()) await Promise.all([tryTogether(), tryApart()])
