import { readdir, readFile } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { ROOMS, ROOMS_OF_CLIENTS } from '../../.oxlint.config.ts'

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

/** Static and dynamic imports, also for their effects or of types, entries of processes and threads, and URLs of modules. */
const IMPORTED = /(?:from|import|import\(|resolveEntry\(|new URL\() ?'(\.[^']+)'/g

function listImports({ path, text }: Source): string[] {
  return [...text.matchAll(IMPORTED)].map(([, specifier]) =>
    normalize(join(path, '..', specifier!)),
  )
}

test('the linter has the rooms of core in the order of the page', () => {
  const rooms = described.filter((folder) => folder.startsWith('src/core/'))
  expect(rooms).toEqual(ROOMS.map((room) => `src/core/${room}`))
})

test('a room of core imports only rooms above it', async () => {
  const roomOf = (path: string) => ROOMS.indexOf(path.split('/')[2]!)
  const sources = await listSources('src/core')
  const upward = sources.flatMap((source) =>
    listImports(source)
      .filter(
        (imported) => !imported.startsWith('src/core/') || roomOf(imported) > roomOf(source.path),
      )
      .filter((imported) => imported.startsWith('src/'))
      .map((imported) => `${source.path} imports ${imported}`),
  )
  expect(sources.length).toBeGreaterThan(500)
  expect(upward).toEqual([])
})

test('commands of clients load only what they need of core', async () => {
  const allowed = [
    ...ROOMS_OF_CLIENTS.map((room) => `src/core/${room}/`),
    'src/core/storage/disk/',
    'src/core/database/system-failure.ts',
  ]
  const onHost = /^src\/cli\/(?:doctor|host|publish|commands\/(?:serve|demo|doctor|admin|model))/
  const sources = await listSources('src/cli')
  const others = sources.filter(({ path }) => !onHost.test(path))
  const loaded = others.flatMap(({ path, text }) => {
    const values = text.replaceAll(/import type [^']*'[^']*'|import\([^)]*\)/g, '')
    return listImports({ path, text: values })
      .filter((imported) => imported.startsWith('src/core/'))
      .filter((imported) => !allowed.some((one) => imported.startsWith(one)))
      .map((imported) => `${path} imports ${imported}`)
  })
  expect(others.length).toBeGreaterThan(300)
  expect(loaded).toEqual([])
})

test('no compiled module is without a source', async () => {
  const compiled = await readdir(new URL('dist/core/', root), { recursive: true })
  const sources = new Set(await readdir(new URL('src/core/', root), { recursive: true }))
  const modules = compiled.filter((name) => name.endsWith('.js'))
  expect(modules.length).toBeGreaterThan(500)
  expect(modules.filter((name) => !sources.has(name.replace(/\.js$/, '.ts')))).toEqual([])
})

interface Source {
  path: string
  text: string
}

async function listSources(folder: string): Promise<Source[]> {
  const names = await readdir(new URL(`${folder}/`, root), { recursive: true })
  const paths = names.filter((name) => name.endsWith('.ts')).map((name) => `${folder}/${name}`)
  return Promise.all(
    paths.map(async (path) => ({ path, text: await readFile(new URL(path, root), 'utf8') })),
  )
}
