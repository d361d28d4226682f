// Bundles the style sheets, scripts and maps of the pages into dist/server/assets, with a hash of the content in each
// name.
// esbuild's metafile.json lists the bundles of the pages. licenses.txt has the licenses of the packages in all bundles.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { listBundledPackages } from './bundled-packages.js'
import { createWorldMap } from './world-map.js'

const FOLDER = 'dist/server/assets'
const MODULES = 'src/server/browser'
const MAPS = 'dist/server/maps'
const BANNER = '/* The licenses of the libraries are in licenses.txt. */'

/**
 * Modules that are always loaded before those that match the expression. esbuild puts modules into one bundle if exactly
 * the same entry points import them, which would make two dozen bundles for a map, and each costs a round trip on a slow
 * connection. Importing what is already loaded gives more modules the same importers.
 */
const LOADED_BEFORE = {
  'fetch-page.ts': /./,
  'first-view.ts': /./,
  'map/early-requests.ts': /./,
  'personal-storage.ts': /./,
  'map/failure-notice.ts': /./,
  'interactions.ts': /^editors/,
  'maps.ts': /^(?:basemap\/(?:style|pmtiles|georeference)|map-layers|editor\/neighbors)\./,
}

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
mkdirSync(MAPS, { recursive: true })
for (const scale of ['110m', '50m'])
  writeFileSync(`${MAPS}/world-${scale}.json`, createWorldMap(scale))
const { metafile } = await build({
  entryPoints: ['src/server/assets/*.css', `${MODULES}/enhance.ts`, `${MAPS}/*.json`],
  loader: { '.json': 'copy', '.woff2': 'file' },
  outdir: FOLDER,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  banner: { js: BANNER },
  minify: true,
  metafile: true,
  plugins: [{ name: 'loaded-before', setup: importLoadedBefore }],
})
const packages = listBundledPackages(metafile)
writeFileSync(`${FOLDER}/licenses.txt`, packages.map(describeLicense).join('\n'))
writeFileSync(`${FOLDER}/metafile.json`, JSON.stringify({ outputs: metafile.outputs }))
removeOldBundles(metafile)

function importLoadedBefore({ onLoad }) {
  const folder = resolve(MODULES)
  onLoad({ filter: /\.ts$/ }, ({ path }) => {
    if (!path.startsWith(folder)) return undefined
    const name = relative(folder, path)
    const before = Object.keys(LOADED_BEFORE).filter((other) => LOADED_BEFORE[other].test(name))
    const imports = before.map((other) => `import '${folder}/${other}'`)
    return { contents: [readFileSync(path, 'utf8'), ...imports].join('\n'), loader: 'ts' }
  })
}

/** Some licenses require that the source code is named. */
function describeLicense(folder) {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  const text = readFileSync(findLicense(folder, name), 'utf8').trim()
  const source = `https://www.npmjs.com/package/${name}/v/${version}`
  return `${name} ${version} (${license})\n${source}\n\n${text}\n`
}

/** Some packages do not contain their license. */
function findLicense(folder, name) {
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  if (file !== undefined) return `${folder}/${file}`
  const copy = `bin/licenses/${name}.txt`
  if (!existsSync(copy)) throw new Error(`${folder} has no license file`)
  return copy
}

function removeOldBundles({ outputs }) {
  const current = ['licenses.txt', 'metafile.json']
  for (const name of readdirSync(FOLDER))
    if (!current.includes(name) && !(`${FOLDER}/${name}` in outputs)) rmSync(`${FOLDER}/${name}`)
}
