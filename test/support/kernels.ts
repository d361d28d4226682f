import { execFileSync } from 'node:child_process'

/** Compiles the kernels of the searches, so that tests of the sources never use old ones. */
export function setup(): void {
  execFileSync(process.execPath, [new URL('../../bin/build-kernels.js', import.meta.url).pathname])
}
