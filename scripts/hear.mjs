// Opens a page in Chromium, presses keys, and prints what Orca says of it, at
// the speed of speech. On Debian:
//   apt-get install chromium orca speech-dispatcher xvfb dbus xdotool
//   node scripts/hear.mjs site/dist/playground/index.html Tab Tab space
import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const [page = '', ...keys] = process.argv.slice(2)
if (process.env.HEAR === undefined) {
  // A session bus of its own, which ends with it.
  const { status } = spawnSync(
    'dbus-run-session',
    ['--', process.execPath, ...process.argv.slice(1)],
    { stdio: 'inherit', env: { ...process.env, HEAR: '1' } },
  )
  process.exit(status ?? 1)
}

const home = mkdtempSync(join(tmpdir(), 'hear-'))
const spoken = join(home, 'spoken')
const display = `:${70 + (process.pid % 900)}`
const env = {
  ...process.env,
  DISPLAY: display,
  HOME: home,
  XDG_CONFIG_HOME: join(home, 'config'),
  XDG_RUNTIME_DIR: home,
}

// A voice that writes, and takes as long as 220 words a minute take.
const voice = join(home, 'voice.sh')
writeFileSync(
  voice,
  `#!/bin/sh\necho "$1" >> ${spoken}\nsleep $(awk "BEGIN { print \${#1} / 20 }")\n`,
  { mode: 0o755 },
)
writeFileSync(spoken, '')
writeFileSync(join(home, '.libao'), 'default_driver=null\n')
const speech = join(home, 'config/speech-dispatcher')
mkdirSync(join(speech, 'modules'), { recursive: true })
writeFileSync(
  join(speech, 'speechd.conf'),
  'AudioOutputMethod "libao"\nDefaultModule voice\nAddModule "voice" "sd_generic" "voice.conf"\n',
)
writeFileSync(
  join(speech, 'modules/voice.conf'),
  [
    `GenericExecuteSynth "${voice} \\'$DATA\\'"`,
    'GenericMaxChunkLength 2000',
    'GenericDelimiters ""',
    'GenericStripPunctChars ""',
    'GenericLanguage "en" "en" "utf-8"',
    'AddVoice "en" "MALE1" "voice"',
    'DefaultVoice "voice"',
    ...['Rate', 'Pitch', 'Volume'].flatMap((what) => [
      `Generic${what}Add 1`,
      `Generic${what}Multiply 1`,
      `Generic${what}ForceInteger 1`,
    ]),
    '',
  ].join('\n'),
)

const started = []
async function start(ms, command, ...args) {
  started.push(spawn(command, args, { env, stdio: 'ignore' }))
  await wait(ms)
}

let printed = 0
function print(before) {
  const lines = readFileSync(spoken, 'utf8').split('\n').slice(0, -1)
  console.log(before)
  for (const line of lines.slice(printed)) console.log(`    ${line.trim()}`)
  printed = lines.length
}

/** Until nothing has been said for a while. */
async function silence() {
  for (let last = ''; ; ) {
    const now = readFileSync(spoken, 'utf8')
    if (now === last && now !== '') return
    last = now
    await wait(5_000)
  }
}

try {
  await start(1_000, 'Xvfb', display, '-screen', '0', '1280x900x24')
  await start(1_000, '/usr/libexec/at-spi-bus-launcher', '--launch-immediately')
  await start(1_000, 'speech-dispatcher', '-s', '-t', '0')
  await start(5_000, 'orca')
  await start(
    9_000,
    'chromium',
    '--no-sandbox',
    '--no-first-run',
    '--force-renderer-accessibility',
    '--window-size=1280,900',
    `--user-data-dir=${join(home, 'profile')}`,
    existsSync(page) ? `file://${resolve(page)}` : page,
  )
  const press = (...args) => spawnSync('xdotool', args, { env })
  press('search', '--onlyvisible', '--class', 'chromium', 'windowfocus')
  // Without keys, it is read to its end.
  if (keys.length === 0) await silence()
  else press('key', 'Control_L')
  print(page)
  for (const key of keys) {
    press('key', key)
    await silence()
    print(key)
  }
} finally {
  for (const one of started.reverse()) one.kill()
  await wait(1_000)
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
}
