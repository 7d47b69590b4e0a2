// Prints what the built package holds of other packages, as CycloneDX:
//   npm run build && npm run -s sbom > preseal.cdx.json
// They are inlined, so that npm knows them as tools alone: `dist/LICENSES.txt`
// says which ones, and `npm sbom` what the lock file knows of them.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'))
const { status, stdout, stderr } = spawnSync(
  'npm',
  ['sbom', '--sbom-format', 'cyclonedx'],
  { encoding: 'utf8', maxBuffer: 2 ** 28, shell: true },
)
if (status !== 0) throw new Error(stderr)
const { metadata, components, ...rest } = JSON.parse(stdout)

const licenses = readFileSync('dist/LICENSES.txt', 'utf8')
const inlined = [...licenses.matchAll(/^(\S+)@(\d\S*) \(.+\)$/gm)].map(
  ([, name, version]) => {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
    const found = components.find((component) => component.purl === purl)
    if (!found) throw new Error(`The lock file has no ${name}@${version}.`)
    const { properties: _, ...component } = found
    return { ...component, scope: 'required' }
  },
)
if (inlined.length === 0) throw new Error('dist/LICENSES.txt names no package.')

const { serialNumber: _, ...fixed } = rest
const { timestamp: _1, ...about } = metadata
const root = about.component['bom-ref']
const bom = {
  ...fixed,
  metadata: { ...about, component: { ...about.component, name, version } },
  components: inlined,
  dependencies: [
    { ref: root, dependsOn: inlined.map((one) => one['bom-ref']) },
    ...inlined.map((one) => ({ ref: one['bom-ref'], dependsOn: [] })),
  ],
}
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`)
