// Prints what the built package holds of other packages, as CycloneDX:
//   npm run build && npm run --silent sbom > preseal.cdx.json
// They are inlined, so that `npm sbom` takes them for tools: dist/LICENSES.txt
// says which ones they are, and the lock file what they were made of.
import { readFileSync } from 'node:fs'

const read = (file) => JSON.parse(readFileSync(file, 'utf8'))
const { name, version, description, license, repository } = read('package.json')
const { packages } = read('package-lock.json')

const purlOf = (name, version) =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`

const inlined = [
  ...readFileSync('dist/LICENSES.txt', 'utf8').matchAll(
    /^(\S+)@(\d\S*) \((.+)\)$/gm,
  ),
].map(([, name, version, license]) => {
  const locked = packages[`node_modules/${name}`]
  if (locked?.version !== version)
    throw new Error(`The lock file has no ${name}@${version}.`)
  const [algorithm, digest] = locked.integrity.split('-')
  const purl = purlOf(name, version)
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    scope: 'required',
    hashes: [
      {
        alg: algorithm.replace('sha', 'SHA-'),
        content: Buffer.from(digest, 'base64').toString('hex'),
      },
    ],
    licenses: [{ license: { id: license } }],
    purl,
  }
})
if (inlined.length === 0) throw new Error('dist/LICENSES.txt names no package.')

const purl = purlOf(name, version)
const bom = {
  $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: {
    component: {
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      description,
      licenses: [{ license: { id: license } }],
      purl,
      externalReferences: [{ type: 'vcs', url: repository.url }],
    },
  },
  components: inlined,
  dependencies: [{ ref: purl, dependsOn: inlined.map(({ purl }) => purl) }],
}
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`)
