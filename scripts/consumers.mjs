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
import { attempt } from './attempt.mjs'
import { pack } from './pack.mjs'
import { tryRunners } from './runners.mjs'
import { scratchFolder, tarballName } from './scratchFolder.mjs'

const { devDependencies, peerDependencies, name } = JSON.parse(
  readFileSync('package.json', 'utf8'),
)
const folder = scratchFolder('consumers')
const tarball = join(folder, tarballName)

const run = (title, command, cwd = folder) => attempt(title, command, cwd)

const compile = (title, files, options) => {
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
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files }),
  )
  return run(title, 'npx tsc')
}

const jest = (title, file, options = '', cwd = folder) =>
  run(title, `npx jest --testMatch "<rootDir>/${file}" ${options}`, cwd)

// The first block of that language on a page, to run as it stands.
const quote = (page, language, file, index = 0) => {
  const block = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs')
  const [, code] = [...readFileSync(page, 'utf8').matchAll(block)][index]
  writeFileSync(join(folder, file), code)
}

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
const runExample = (example) => {
  const cwd = join(folder, example)
  cpSync(`examples/${example}`, cwd, { recursive: true })
  run(
    `examples/${example}, install`,
    `npm install --no-audit --no-fund "${name}@file:${tarball}"`,
    cwd,
  ) && run(`examples/${example}`, 'npm test', cwd)
}

// The newest compiler, which is another program: in a folder of its own.
const tryNewestTypes = (files) => {
  const cwd = join(folder, 'newest-typescript')
  mkdirSync(cwd)
  for (const file of files) cpSync(join(folder, file), join(cwd, file))
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2022'],
    types: [],
    module: 'NodeNext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  }
  writeFileSync(
    join(cwd, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files }),
  )
  writeFileSync(join(cwd, 'package.json'), '{ "private": true }')
  const packages = [tarball, `viem@${devDependencies.viem}`, 'vitest@4']
  run(
    'newest TypeScript, install',
    `npm install --no-audit --no-fund ${packages.join(' ')} jest@30 typescript@latest`,
    cwd,
  ) && run('newest TypeScript', 'npx tsc', cwd)
}

// The oldest viem that the package says it takes, in a folder of its own.
const tryOldestViem = () => {
  const cwd = join(folder, 'oldest-viem')
  const [, oldest] = /^>=(\S+)/.exec(peerDependencies.viem)
  mkdirSync(cwd)
  writeFileSync(join(cwd, 'package.json'), '{ "private": true }')
  for (const file of modules) cpSync(join(folder, file), join(cwd, file))
  if (
    run(
      `viem ${oldest}, install`,
      `npm install --no-audit --no-fund ${tarball} viem@${oldest}`,
      cwd,
    )
  )
    for (const file of modules)
      run(`viem ${oldest}, ${file}`, `node ${file}`, cwd)
}

// Buttons and connectors that need wagmi 2, and accounts of permissionless.
const tryWallets = () => {
  const cwd = join(folder, 'wallets')
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
  run(
    'wallets, install',
    `npm install --no-audit --no-fund --legacy-peer-deps --ignore-scripts ${packages}`,
    cwd,
  ) && run('wallets, vitest', 'npx vitest run', cwd)
}

const install = () => {
  // The tests of runners.mjs have folders of their own: some of them must fail.
  cpSync('test/consumers', folder, {
    recursive: true,
    filter: (path) => path !== join('test', 'consumers', 'runners'),
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
    pack(folder) &&
    run('install', `npm install --no-audit --no-fund ${packages.join(' ')}`)
  )
}

if (install()) {
  run('Node, ESM', 'node esm.mjs')
  run('Node, CommonJS', 'node commonjs.cjs')
  run('Node, ethers 6', 'node ethers.mjs')
  for (const file of modules) {
    run(`Bun, ${file}`, `npx bun ${file}`)
    run(`Deno, ${file}`, `npx deno run --allow-all ${file}`)
  }
  run('web globals only', 'node web.cjs')
  run('modules of Node', 'node builtins.cjs')
  run('preseal/server, ESM', 'node server.mjs')
  run('preseal/server, CommonJS', 'node server.cjs')
  run('preseal/wallet, ESM', 'node wallet.mjs')
  run('preseal/wallet, CommonJS', 'node wallet.cjs')
  run('preseal/record, ESM', 'node record.mjs')
  run('preseal/record, CommonJS', 'node record.cjs')
  run('preseal/fork, ESM', 'node fork.mjs')
  run('preseal/fork, CommonJS', 'node fork.cjs')
  run('preseal/contracts, ESM', 'node contracts.mjs')
  run('preseal/contracts, CommonJS', 'node contracts.cjs')
  run('preseal/evm, ESM', 'node evm.mjs')
  run('preseal/evm, CommonJS', 'node evm.cjs')
  run('preseal/evm beside anvil', 'node anvil.mjs')
  run('preseal/stream, ESM', 'node stream.mjs')
  run('preseal/stream, CommonJS', 'node stream.cjs')
  run('preseal/chains, ESM', 'node chains.mjs')
  run('preseal/chains, CommonJS', 'node chains.cjs')
  run('preseal/presets, ESM', 'node presets.mjs')
  run('preseal/presets, CommonJS', 'node presets.cjs')
  run('npx preseal', 'node command.mjs')
  run('vitest 4', 'npx vitest run vitest.test.mjs')
  jest('jest 30', 'jest.test.cjs')
  for (const environment of ['jsdom', 'happy-dom'])
    run(
      `vitest 4, React in ${environment}`,
      `npx vitest run --environment ${environment} kit.test.mjs`,
    )
  jest('jest 30, jsdom', 'jsdom.test.cjs', '--env jsdom')
  jest('jest 30, React in jsdom', 'kit.test.cjs', '--env jsdom')
  // The error of a test that forgot its `await`, in what the runner prints.
  const says = '2>&1 | grep MisuseError'
  run(
    'vitest 4, a forgotten await',
    `npx vitest run forgotten.test.mjs ${says}`,
  )
  jest('jest 30, a forgotten await', 'forgotten.test.cjs', says)
  // wagmi comes as ES modules alone.
  run(
    'jest 30, wagmi over a WebSocket',
    'node --experimental-vm-modules node_modules/jest/bin/jest.js --env jsdom --testMatch "<rootDir>/websocket.jest.mjs" --setupFiles ./textEncoder.cjs',
  )
  run(
    'vitest 4, wagmi over a WebSocket',
    'npx vitest run --environment jsdom websocket.test.mjs',
  )
  run('preseal/websocket, ESM', 'node websocket.mjs')
  run('preseal/websocket, CommonJS', 'node websocket.cjs')
  // The exploration on top fails, as the page says.
  quote('README.md', 'ts', 'explored.test.ts')
  run(
    'vitest 4, README, the exploration',
    'npx vitest run explored.test.ts 2>&1 | grep "dropped 400 ms later"',
  )
  quote('README.md', 'ts', 'readme.test.ts', 1)
  run('vitest 4, README', 'npx vitest run readme.test.ts')
  run('vitest 4, clients', 'npx vitest run clients.test.mjs')
  jest('jest 30, clients', 'clients.test.cjs')
  tryOldestViem()
  tryWallets()
  tryRunners({
    folder,
    tarball,
    viem: devDependencies.viem,
    isAll: process.argv.includes('--all'),
  })
  quote('docs/guide/fake-timers.md', 'js', 'guide.test.cjs')
  jest('jest 30, guide', 'guide.test.cjs')
  const both = ['types.mts', 'types.cts', ...entries]
  compile(
    'TypeScript, bundler',
    ['types.ts', ...typed.map((file) => `${file}.ts`)],
    {
      module: 'ESNext',
      moduleResolution: 'Bundler',
    },
  )
  tryNewestTypes(both)
  compile(
    'TypeScript, node10',
    typed.map((file) => `${file}.ts`),
    {
      module: 'CommonJS',
      moduleResolution: 'Node10',
    },
  )
  compile('TypeScript, nodenext', both, { module: 'NodeNext' })
  compile(
    'TypeScript, node16',
    ['types.mts', 'types-commonjs.cts', ...entries.filter(fitsNode16)],
    { module: 'Node16' },
  )
  compile('TypeScript, declarations checked', ['runtimes.d.ts', ...both], {
    module: 'NodeNext',
    lib: ['ES2022', 'DOM'],
    types: ['node'],
    skipLibCheck: false,
  })
  runExample('react')
  if (existsSync('/usr/bin/chromium')) runExample('playwright')
  else console.log('There is no /usr/bin/chromium: a page is not tried.')
  compile('TypeScript to CommonJS', ['jest-typescript.test.cts'], {
    module: 'NodeNext',
    noEmit: false,
  }) && jest('jest 30, compiled TypeScript', 'jest-typescript.test.cjs')
}
