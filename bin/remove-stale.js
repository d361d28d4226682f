// Removes compiled modules whose source was moved or deleted, so that no package contains them.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
for (const part of ['cli', 'core', 'server']) {
  for (const name of readdirSync(`dist/${part}`, { encoding: 'utf8', recursive: true })) {
    const path = `${part}/${name}`
    if (/\.(js|wasm)$/.test(path) && !path.startsWith('server/assets/') && !hasSource(path))
      rmSync(`dist/${path}`)
  }
}

/** A kernel is a folder. */
function hasSource(path) {
  return existsSync(`src/${path.replace(/\.js$/, '.ts').replace(/\.wasm$/, '')}`)
}
