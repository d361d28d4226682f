import { readFileSync } from 'node:fs'

let version: string | undefined

/** Reads the version from package.json. */
export function readVersion(): string {
  version ??= readManifest().version
  return version
}

function readManifest(): { version: string } {
  const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  return JSON.parse(manifest) as { version: string }
}
