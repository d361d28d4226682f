import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

interface Metafile {
  outputs: Record<
    string,
    { entryPoint?: string; imports: { path: string; kind: string }[]; inputs: object }
  >
}

const root = new URL('../../', import.meta.url)
const { outputs } = JSON.parse(
  await readFile(new URL('dist/server/assets/metafile.json', root), 'utf8'),
) as Metafile

function bundleOf(source: string): string {
  return Object.keys(outputs).find((path) => outputs[path]!.entryPoint === source)!
}

/** Lists a bundle and those that it imports, but not those in `found`. */
function withImports(path: string, kinds: string[], found = new Set<string>()): Set<string> {
  if (found.has(path)) return found
  found.add(path)
  for (const { path: imported, kind } of outputs[path]!.imports)
    if (kinds.includes(kind)) withImports(imported, kinds, found)
  return found
}

async function gzippedKilobytes(paths: Iterable<string>): Promise<number> {
  const files = await Promise.all(Array.from(paths, (path) => readFile(new URL(path, root))))
  return files.reduce((sum, file) => sum + gzipSync(file).length, 0) / 1000
}

const enhance = bundleOf('src/server/browser/enhance.ts')
const atFirst = withImports(enhance, ['import-statement'])
/** Only catalogs whose administrator chose such a basemap or layer load them. */
const chosen = ['pmtiles', 'style', 'georeference'].map((name) =>
  bundleOf(`src/server/browser/basemap/${name}.ts`),
)
const later = [
  ...withImports(enhance, ['import-statement', 'dynamic-import'], new Set(chosen)),
].filter((path) => !atFirst.has(path) && !chosen.includes(path))
const forChosen = chosen.map((path) =>
  [...withImports(path, ['import-statement'])].filter((path) => !later.includes(path)),
)

/** What a page can load later: a module, and the viewer beside it. No page has two maps. */
const onPages = outputs[enhance]!.imports.filter(({ kind }) => kind === 'dynamic-import').map(
  ({ path }) => {
    const viewer = withImports(bundleOf('src/server/browser/viewer.ts'), ['import-statement'])
    return [...withImports(path, ['import-statement'], viewer)].filter((one) => !atFirst.has(one))
  },
)

test('the scripts of the first load are at most 10 KB, those that a page loads later 135 KB', async () => {
  expect(await gzippedKilobytes(atFirst)).toBeLessThan(10)
  expect(onPages.length).toBeGreaterThan(3)
  for (const paths of onPages) expect(await gzippedKilobytes(paths)).toBeLessThan(135)
})

test('the scripts of a page load at the same time, over the six connections that browsers open to a server', () => {
  const map = withImports(bundleOf('src/server/browser/maps.ts'), ['import-statement'])
  expect(new Set([...atFirst, ...map]).size).toBeLessThanOrEqual(6)
})

test('the scripts of the placed images in an editor, after its map, are at most 15 KB', async () => {
  const editor = withImports(bundleOf('src/server/browser/editors.ts'), ['import-statement'])
  const neighbors = bundleOf('src/server/browser/editor/neighbors.ts')
  const more = [...withImports(neighbors, ['import-statement'])].filter((one) => !editor.has(one))
  expect(await gzippedKilobytes(more)).toBeLessThan(15)
})

test('the scripts of a basemap that was chosen are at most 75 KB', async () => {
  for (const paths of forChosen) expect(await gzippedKilobytes(paths)).toBeLessThan(75)
})

test('the map of the world is at most 25 KB, its detailed coasts 120 KB', async () => {
  const size = (scale: string) =>
    gzippedKilobytes([bundleOf(`dist/server/maps/world-${scale}.json`)])
  expect(await size('110m')).toBeLessThan(25)
  expect(await size('50m')).toBeLessThan(120)
})

test('the style sheets that a page loads, that of all pages and its own, are at most 8 KB', async () => {
  const sheets = Object.keys(outputs).filter((path) => path.endsWith('.css'))
  const [ofAllPages, ...own] = [
    ...sheets.filter((path) => path.includes('/site-')),
    ...sheets.filter((path) => !path.includes('/site-')),
  ]
  expect(own.length).toBeGreaterThan(0)
  for (const sheet of own) expect(await gzippedKilobytes([ofAllPages!, sheet])).toBeLessThan(8)
})

test('the font of the headings is at most 40 KB', async () => {
  const fonts = Object.keys(outputs).filter((path) => path.endsWith('.woff2'))
  expect(fonts).toHaveLength(1)
  expect(await gzippedKilobytes(fonts)).toBeLessThan(40)
})

test('the licenses of the bundled libraries are published', async () => {
  const licenses = await readFile(new URL('dist/server/assets/licenses.txt', root), 'utf8')
  expect(licenses).toMatch(/^ol [\d.]+ \(BSD-2-Clause\)$/m)
  expect(licenses).toContain('OpenLayers Contributors')
  expect(licenses).toMatch(/^@fontsource\/source-serif-4 [\d.]+ \(OFL-1\.1\)$/m)
  const bundled = later.filter((path) =>
    Object.keys(outputs[path]!.inputs).some((input) => input.includes('node_modules/')),
  )
  expect(bundled.length).toBeGreaterThan(0)
  for (const path of bundled)
    expect(await readFile(new URL(path, root), 'utf8')).toContain('licenses.txt')
})
