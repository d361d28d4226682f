import { existsSync } from 'node:fs'

/** Lists the folders of the packages of which bundles contain a part, by esbuild's metafile. */
export function listBundledPackages({ outputs }) {
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
