// Bundles the style sheets and scripts of the pages into dist/server/assets, with a hash of the content in each name.
// esbuild's metafile.json lists the bundles. licenses.txt has the licenses of the packages in them.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const FOLDER = 'dist/server/assets'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const { metafile } = await build({
  entryPoints: ['src/server/assets/*.css', 'src/server/browser/enhance.ts'],
  outdir: FOLDER,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  minify: true,
  metafile: true,
})
writeFileSync(`${FOLDER}/licenses.txt`, listPackages(metafile).map(describeLicense).join('\n'))
writeFileSync(`${FOLDER}/metafile.json`, JSON.stringify(metafile))
removeOldBundles(metafile)

/** Returns the folders of the packages of which the bundles contain a part. */
function listPackages({ outputs }) {
  const inputs = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs))
  const folders = inputs.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0])
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort()
}

function describeLicense(folder) {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  if (file === undefined) throw new Error(`${folder} has no license file`)
  const text = readFileSync(`${folder}/${file}`, 'utf8').trim()
  return `${name} ${version} (${license})\n\n${text}\n`
}

function removeOldBundles({ outputs }) {
  const current = ['licenses.txt', 'metafile.json']
  for (const name of readdirSync(FOLDER))
    if (!current.includes(name) && !(`${FOLDER}/${name}` in outputs)) rmSync(`${FOLDER}/${name}`)
}
