// Bundles the style sheets, scripts and maps of the pages into dist/server/assets, with a hash of the content in each
// name.
// esbuild's metafile.json lists the bundles of the pages. licenses.txt has the licenses of the packages in all bundles.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { createWorldMap } from './world-map.js'

const FOLDER = 'dist/server/assets'
const MAPS = 'dist/server/maps'
const BANNER = '/* The licenses of the libraries are in licenses.txt. */'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
mkdirSync(MAPS, { recursive: true })
for (const scale of ['110m', '50m'])
  writeFileSync(`${MAPS}/world-${scale}.json`, createWorldMap(scale))
const { metafile } = await build({
  entryPoints: ['src/server/assets/*.css', 'src/server/browser/enhance.ts', `${MAPS}/*.json`],
  loader: { '.json': 'copy' },
  outdir: FOLDER,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  banner: { js: BANNER },
  minify: true,
  metafile: true,
})
const packages = listPackages(metafile)
writeFileSync(`${FOLDER}/licenses.txt`, packages.map(describeLicense).join('\n'))
writeFileSync(`${FOLDER}/metafile.json`, JSON.stringify(metafile))
removeOldBundles(metafile)

/** Returns the folders of the packages of which the bundles contain a part. */
function listPackages({ outputs }) {
  const inputs = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs))
  const folders = inputs.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0])
  const found = folders.filter((folder) => folder !== undefined)
  return [...new Set(found.map(findPackage))].sort((one, other) => one.localeCompare(other))
}

/** A package may contain the compiled code of another, whose license is where that one is installed. */
function findPackage(folder) {
  if (existsSync(`${folder}/package.json`)) return folder
  return folder.replace(/^(.*?node_modules\/).*node_modules\//, '$1')
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
