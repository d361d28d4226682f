import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { CatalogError } from '../base/errors.ts'

/**
 * Requires the compiled part of sharp, an optional dependency of its own for each system. Does not load it, because it
 * needs memory that a process without pictures can spare.
 * @throws CatalogError kind `unavailable`
 */
export function requireSharpBinary(): void {
  const { platform, arch } = process
  const sharp = createRequire(import.meta.url).resolve('sharp')
  const { resolve } = createRequire(sharp)
  // The WebAssembly build needs more memory than image processes may use.
  const builds = [`${platform}-${arch}`, `${platform}musl-${arch}`]
  const isInstalled = builds.some((build) =>
    isFound(() => resolve(`@img/sharp-${build}/sharp.node`)),
  )
  // Built on this host, against its own libvips.
  if (isInstalled || existsSync(join(dirname(sharp), '../src/build/Release'))) return
  const message = `sharp, which decodes pictures, lacks its binary for this system (${platform}, ${arch}).`
  const hint =
    'Install catalog again with npm on Node.js 20.9 or later, and without --omit=optional.'
  throw new CatalogError('unavailable', message, { code: 'binary_missing', hint })
}

function isFound(find: () => string): boolean {
  try {
    find()
    return true
  } catch {
    return false
  }
}
