// The required version of Node.js, and the path of the one that npm installed.
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import process from 'node:process'

const REQUIRED = [24, 15]

export function isRecentNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major > REQUIRED[0] || (major === REQUIRED[0] && minor >= REQUIRED[1])
}

/** Finds the Node.js that npm installed; undefined if there is no package for this system. */
export function findPackagedNode() {
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
  `catalog requires Node.js ${REQUIRED.join('.')} or later; this is ${process.versions.node}. ` +
  'Install it from https://nodejs.org/ or with your package manager, then install catalog again.'
