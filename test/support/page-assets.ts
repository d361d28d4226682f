import { execFileSync } from 'node:child_process'

/** Bundles the style sheets and scripts of the pages, so that tests of the sources never use old ones. */
export function setup(): void {
  execFileSync(process.execPath, [new URL('../../bin/build-assets.js', import.meta.url).pathname])
}
