import { execFile, spawnSync } from 'node:child_process'
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { createSeed } from '../support/seed.ts'
import { runCli } from '../support/test-cli.ts'
import { startTestServer } from '../support/test-server.ts'

/** Whether Perl's HTTP::OAI is installed (`libhttp-oai-perl` of Debian). */
const hasPerl = spawnSync('perl', ['-MHTTP::OAI', '-e', '1']).status === 0

if (!hasPerl && process.env['CATALOG_REQUIRE_OAI']) throw new Error('HTTP::OAI is not installed')

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)
const TITLE = 'Brücke <&> "Tor"'
const PICTURE = Buffer.from('The bytes of a picture.')
const collection_id = await seed.collection({ name: 'Large' })
const ids = Array.from({ length: 230 }, (_, index) => index + 1)
await seed.images(collection_id, ids)
const license_id = await seed.license({
  name: 'CC-BY-4.0',
  permalink: 'https://creativecommons.org/licenses/by/4.0/',
})
const other = await seed.collection()
await seed.image({
  id: 301,
  collection_id: other,
  title: TITLE,
  creator: 'A. Example',
  original_date: 'um 1912',
  edtf_date: '1912~',
  license_id,
})
await seed.point(301, { latitude: 47.5, longitude: 7.25 })
await seed.file(301, PICTURE)
const above = await seed.image({ id: 303, collection_id: other, title: 'Air', from_above: 1 })
await seed.area(above)
await seed.image({ id: 302, collection_id: other })
await seed.delete('image', 302)

test.skipIf(!hasPerl)('Perl’s HTTP::OAI harvests records, sets, times and deletions', async () => {
  const script = fileURLToPath(new URL('../support/harvest.pl', import.meta.url))
  const harvest = async (...more: string[]) => {
    const words = [script, `${server.baseUrl}/oai/`, 'metadataPrefix', 'oai_dc', ...more]
    const { stdout } = await promisify(execFile)('perl', words)
    const lines = stdout.split('\n').filter((line) => line !== '')
    return lines.map((line) => {
      const [identifier = '', date = '', state, title] = line.split('\t')
      return { id: Number(identifier.split(':').at(-1)), date, state, title }
    })
  }
  const all = await harvest()
  expect(all.map(({ id }) => id)).toEqual([...ids, 301, 303, 302])
  expect(all.find(({ id }) => id === 301)).toMatchObject({ state: 'shown', title: TITLE })
  expect(all.at(-1)).toMatchObject({ state: 'deleted', title: '' })
  const ofOther = await harvest('set', `collection-${other}`)
  expect(ofOther.map(({ id }) => id)).toEqual([301, 303, 302])
  expect(await harvest('from', all.at(-1)!.date, 'until', all.at(-1)!.date)).toContainEqual(
    all.at(-1),
  )
})

test('`catalog manifest harvest` reads back what the catalog has', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-oai-test-'))
  const table = join(folder.path, 'copy.jsonl')
  const flags = ['--rate', '1000', '--allow-private-urls', '--allow-http', '--json']
  const argv = ['manifest', 'harvest', `${server.baseUrl}/oai/`, table, ...flags]
  const { stdout } = await runCli(argv, { cwd: folder.path })
  expect(JSON.parse(stdout)).toMatchObject({ complete: true, new: 232, problems: [] })
  const rows = (await readFile(table, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const row = rows.find(({ title }) => title === TITLE)
  expect(row).toMatchObject({
    creator: 'A. Example',
    original_date: 'um 1912',
    edtf_date: '1912~',
    license_name: 'CC-BY-4.0',
    latitude: '47.5',
    longitude: '7.25',
    source_url: `${server.baseUrl}/301/`,
  })
  expect(rows.find(({ title }) => title === 'Air')).not.toHaveProperty('latitude')
  const picture = await server.fetch(row.file)
  expect(Buffer.from(await picture.arrayBuffer())).toEqual(PICTURE)
})
