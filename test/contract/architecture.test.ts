import { readdir, readFile } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const page = await readFile(new URL('docs/architecture.md', root), 'utf8')

/** The folders with a row in the page, in its order: `src/core/edtf`. */
const described = [...page.matchAll(/^\| `(src\/\w+\/[\w-]+)\/` /gm)].map(([, folder]) => folder!)

test('the page has a row for every folder', async () => {
  const parts = await Promise.all(
    ['core', 'server', 'cli'].map(async (part) => {
      const entries = await readdir(new URL(`src/${part}/`, root), { withFileTypes: true })
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `src/${part}/${name}`)
    }),
  )
  expect(described.toSorted()).toEqual(parts.flat().toSorted())
})

test('every path that the page names exists', async () => {
  const paths = [...page.matchAll(/`((?:src|test|fixtures|bin|docs)\/[\w./-]*)`/g)]
  const missing = await Promise.all(
    paths.map(async ([, path]) => {
      const exists = readdir(new URL(path!.replace(/\/$/, ''), root)).catch(
        ({ code }) => code === 'ENOTDIR',
      )
      return (await exists) ? [] : [path]
    }),
  )
  expect(missing.flat()).toEqual([])
})

test('a room of core imports only rooms above it, also by types and dynamic imports', async () => {
  const rooms = described.filter((folder) => folder.startsWith('src/core/'))
  const roomOf = (path: string) => rooms.indexOf(path.split('/').slice(0, 3).join('/'))
  const files = await listSources('src/core')
  const upward = files.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)]
      .map(([, specifier]) => normalize(join(path, '..', specifier!)))
      .filter((imported) => roomOf(imported) > roomOf(path) || roomOf(imported) === -1)
      .map((imported) => `${path} imports ${imported}`),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(upward).toEqual([])
})

async function listSources(folder: string): Promise<{ path: string; text: string }[]> {
  const names = await readdir(new URL(`${folder}/`, root), { recursive: true })
  const paths = names.filter((name) => name.endsWith('.ts')).map((name) => `${folder}/${name}`)
  return Promise.all(
    paths.map(async (path) => ({ path, text: await readFile(new URL(path, root), 'utf8') })),
  )
}
