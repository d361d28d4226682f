import { execFileSync } from 'node:child_process'
import { mkdtempDisposableSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const PROJECT = fileURLToPath(new URL('../../../..', import.meta.url))
const BUILT = join(PROJECT, 'dist/core/resident/kernels')

test('compiling the kernels again gives the same bytes', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'kernels-'))
  execFileSync(process.execPath, [join(PROJECT, 'bin/build-kernels.js'), folder.path])
  const names = readdirSync(folder.path)
  expect(names).toContain('text.wasm')
  for (const name of names) {
    const [again, built] = [folder.path, BUILT].map((base) => readFileSync(join(base, name)))
    expect(again!.equals(built!)).toBe(true)
  }
})
