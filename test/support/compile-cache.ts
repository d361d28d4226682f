import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const IMAGE_CHILD = new URL('../../src/core/imaging/process/image-child.ts', import.meta.url)
  .pathname

/**
 * Lets all Node.js processes of a run share what they compile. Image children run from TypeScript and start three times
 * as fast from the cache, but are killed before they would write it, so one is run here to its end.
 */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'catalog-compiled-'))
  process.env.NODE_COMPILE_CACHE = folder
  execFileSync(process.execPath, ['--expose-gc', IMAGE_CHILD])
  // Processes that are ending may still write to it.
  return () => rm(folder, { recursive: true, force: true, maxRetries: 10 })
}
