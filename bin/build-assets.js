// Bundles the style sheets, scripts and maps of the pages into dist/server/assets, with a hash of the content in each
// name.
// esbuild's metafile.json lists the bundles of the pages. licenses.txt has the licenses of the packages in all bundles.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { listBundledPackages } from './bundled-packages.js'
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
})
const packages = listBundledPackages(metafile)
writeFileSync(`${FOLDER}/licenses.txt`, packages.map(describeLicense).join('\n'))
writeFileSync(`${FOLDER}/metafile.json`, JSON.stringify({ outputs: metafile.outputs }))
removeOldBundles(metafile)

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
