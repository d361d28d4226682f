// Compiles the folders of src/core/resident/kernels from AssemblyScript to WebAssembly: the folder `text` to text.wasm in
// dist/core/resident/kernels, or in the folder given. Kernels whose sources are older are left as they are.
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const SOURCES = 'src/core/resident/kernels'
const COMPILER = ['package-lock.json', 'bin/build-kernels.js']

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const target = process.argv[2] ?? 'dist/core/resident/kernels'
mkdirSync(target, { recursive: true })
for (const entry of readdirSync(SOURCES, { withFileTypes: true })) {
  if (!entry.isDirectory()) continue
  const source = `${SOURCES}/${entry.name}`
  const file = `${target}/${entry.name}.wasm`
  if (!isCurrent(file)) await compile(`${source}/index.ts`, file)
}

/** Kernels share sources, so each is compiled again after a change of any. */
function isCurrent(file) {
  const built = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).map(
    (name) => `${SOURCES}/${name}`,
  )
  return [...sources, ...COMPILER].every((path) => statSync(path).mtimeMs < built)
}

async function compile(source, file) {
  // Loading the compiler takes a second of processor time.
  const { default: asc } = await import('assemblyscript/asc')
  const { error } = await asc.main(
    [
      source,
      '--outFile',
      file,
      '--optimizeLevel',
      '3',
      '--noAssert',
      '--runtime',
      'minimal',
      '--enable',
      'simd',
      '--enable',
      'relaxed-simd',
      // Without an import that would print failed assertions.
      '--use',
      'abort=',
    ],
    { stdout: process.stdout, stderr: process.stderr },
  )
  if (error) throw error
}
