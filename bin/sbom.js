// Prints a CycloneDX bill of materials of what ships: the dependencies, the packages that are bundled into the scripts of
// the pages, and the source of their maps. Needs a build, of which esbuild's metafile lists the bundles. The same build has the
// same bill, without a serial number and a time.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { listBundledPackages } from './bundled-packages.js'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const MAP_SOURCE = 'world-atlas'
const metafile = JSON.parse(readFileSync('dist/server/assets/metafile.json', 'utf8'))
const bundled = new Set([
  MAP_SOURCE,
  ...listBundledPackages(metafile).map((folder) => folder.split('node_modules/').at(-1)),
])
const words = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']
const bill = JSON.parse(execFileSync('npm', words, { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 }))
const components = bill.components.filter(
  ({ name, properties = [] }) =>
    bundled.has(name) || !properties.some((one) => one.name === 'cdx:npm:package:development'),
)
const shipped = new Set([
  bill.metadata.component['bom-ref'],
  ...components.map((component) => component['bom-ref']),
])
const dependencies = bill.dependencies
  .filter(({ ref }) => shipped.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => shipped.has(one)) }))
const { serialNumber: _, ...parts } = bill
const { timestamp: _time, ...metadata } = bill.metadata
const reproducible = { ...parts, metadata, components, dependencies }
process.stdout.write(`${JSON.stringify(reproducible, null, 2)}\n`)
