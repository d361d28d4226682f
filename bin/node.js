// The Node.js that the program was made for, and where the one that came with the packages lies.
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import process from 'node:process'

const NEEDED = [24, 15]

/** Whether this process runs on it. */
export function isRecentNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])
}

/** Path of the packaged one; undefined where no package has it for this system. */
export function packagedNode() {
  const windows = process.platform === 'win32'
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`)
    return `${dirname(manifest)}/bin/node${windows ? '.exe' : ''}`
  } catch {
    return undefined
  }
}

export const NODE_MISSING =
  `catalog needs Node.js ${NEEDED.join('.')} or later; this is ${process.versions.node}. ` +
  'Get it from https://nodejs.org/ or your package manager, then run npm ci again.'
