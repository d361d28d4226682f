import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { createAlbum } from '../support/album.ts'
import { openImportCli } from '../support/import-cli.ts'
import { createRandomTexts } from '../support/random-texts.ts'
import { runsOf } from '../support/property-runs.ts'
import { numbersFrom } from '../support/seeded-numbers.ts'

/** Texts that spreadsheet programs, escapes or the reader of a table could take for something else. */
const HOSTILE = [
  '=1+1',
  "'=1+1",
  "''",
  "'",
  '+49 30 1234',
  '-7.5',
  '@SUM(A1)',
  '＝1',
  '007',
  '1905-05',
  '1e5',
  'TRUE',
  'null',
  'a|b',
  '"quoted", with; a\\backslash',
  '_x000D_',
  '_escaped',
  'א\u2067ב\u2069',
  '\u{1f3f4}\u{e0067}\u{e0062}\u{e007f} flag',
  '\ue000\u{10ffff}',
  'image_id',
  'yes',
  'Brücke',
]
const LINES = ['one\ntwo', '\tindented\n\n=three', 'ends with a blank line\n\n', '- list\n- of two']
const HEADER =
  'image_id,title,original_date,edtf_date,source_url,description,creator,reference_id,archive_position,license_name,rotation,mirror,subjects'

const { below, text } = createRandomTexts(7)
const pick = <Value>(from: readonly Value[]): Value => from[below(from.length)]!
const line = () => (below(2) === 0 ? pick(HOSTILE) : text(8).slice(0, 90).trim() || 'x')
const optional = <Value>(value: Value) => (below(3) === 0 ? null : value)

const randomMembers = () => ({
  title: line(),
  original_date: pick(['about 1920', '1905-05', "'20s", '-', '=1920']),
  edtf_date: pick(['1920~', '1905-05', 'XXXX', '1910/1920', '-0044', '1984-06-02?']),
  source_url: optional(`https://archive.example/?q=${below(9)}&r=%22`),
  description: optional(below(2) === 0 ? pick(LINES) : line()),
  creator: optional(line()),
  reference_id: optional(pick(HOSTILE)),
  license_name: optional(pick(['CC0-1.0', '=2+3'])),
  rotation: pick([0, 90, 180, 270]),
  mirror: pick(['none', 'h', 'v']),
  subjects: pick([[], ['bridge'], ['market', 'bridge']]),
})

/** Creates images with hostile metadata, which the importer corrects through the API. */
async function openArchive(count: number) {
  const cli = await openImportCli()
  for (const name of ['CC0-1.0', '=2+3']) await cli.seed.license({ name })
  for (const slug of ['bridge', 'market']) await cli.seed.subject({ slug })
  const album = await createAlbum()
  const ids: number[] = []
  for (let n = 0; n < count; n += 1) {
    const id = await cli.seed.image({ collection_id: cli.collection })
    const body = JSON.stringify(randomMembers())
    const path = `/api/v2/images/${id}/`
    const { code, stderr } = await cli.command(['api', 'patch', path, '--input', '-'], {
      stdin: body,
    })
    expect([code, stderr], body).toEqual([0, ''])
    ids.push(id)
  }
  const run = (...argv: string[]) => cli.command(argv, { cwd: album.path })
  return {
    ...cli,
    folder: album.path,
    ids,
    run,
    async update(file: string, ...options: string[]) {
      const { code, stdout, stderr } = await run('update', file, '--json', ...options)
      expect(code, stderr + stdout).toBe(0)
      const { rows } = JSON.parse(stdout) as { rows: { state: string; changes: unknown[] }[] }
      return rows.filter(({ state }) => state !== 'unchanged')
    },
    async [Symbol.asyncDispose]() {
      await cli[Symbol.asyncDispose]()
      await album[Symbol.asyncDispose]()
    },
  }
}

/** Saves a table as a spreadsheet program does, after a change of one cell. */
async function edit(path: string, row: number, column: string, value: string): Promise<void> {
  if (path.endsWith('.xlsx')) {
    const { sheets } = await readXlsx(await readFile(path))
    const rows = sheets[0]!.rows.map((cells) => cells.map((cell) => cell ?? null))
    rows[row]![rows[0]!.indexOf(column)] = value
    await writeFile(path, await writeXlsx({ sheets: [{ name: 'Sheet1', rows }] }))
    return
  }
  const delimiter = path.endsWith('.tsv') ? '\t' : ','
  const rows: string[][] = parse(await readFile(path), { bom: true, delimiter })
  rows[row]![rows[0]!.indexOf(column)] = value
  await writeFile(path, stringify(rows, { delimiter, quoted: true, record_delimiter: '\n' }))
}

test.each(['csv', 'tsv', 'xlsx', 'jsonl'])(
  'a table in %s changes nothing, and after an edit only the edited cell',
  async (format) => {
    const count = runsOf(40)
    await using archive = await openArchive(count)
    const file = `album.${format}`
    const path = join(archive.folder, file)
    const exported = await archive.run('export', 'manifest', file)
    expect([exported.code, exported.stderr]).toEqual([
      0,
      expect.stringContaining(`Written: ${file} (${count} rows)\n`),
    ])
    expect(await archive.update(file, '--dry-run')).toEqual([])
    if (format === 'jsonl') return
    const random = numbersFrom(11)
    for (const [column, value] of [
      ['title', 'Edited'],
      ['description', 'First line\nand second'],
      ['reference_id', '0012'],
      ['edtf_date', '1931-05'],
      ['subjects', 'market'],
    ] as const) {
      const row = 1 + random(count)
      await edit(path, row, column, value)
      const [changed, ...others] = await archive.update(file, '--yes')
      expect([changed, others], `${column} of row ${row}`).toMatchObject([
        {
          image_id: archive.ids[row - 1],
          state: 'updated',
          changes: [{ field: column, new: column === 'subjects' ? [value] : value }],
        },
        [],
      ])
      expect(await archive.update(file, '--dry-run')).toEqual([])
    }
  },
)

test('leaves values of dumps that an update would refuse or clean', async () => {
  await using archive = await openArchive(2)
  const [first, second] = archive.ids as [number, number]
  const creator = 'Members of a society '.repeat(8)
  await archive.seed.change(first, { title: '#N/A', creator, description: ' hid\u200bden\r\n' })
  await archive.seed.change(second, { title: '#N/A', original_date: null, edtf_date: null })
  for (const file of ['album.csv', 'album.xlsx']) {
    await archive.run('export', 'manifest', file)
    expect(await archive.update(file, '--dry-run')).toEqual([])
    await edit(join(archive.folder, file), 1, 'title', `From ${file}`)
    expect(await archive.update(file, '--yes')).toMatchObject([
      { image_id: first, changes: [{ field: 'title', new: `From ${file}` }] },
    ])
    await archive.seed.change(first, { title: '#N/A' })
  }
  await edit(join(archive.folder, 'album.csv'), 2, 'title', '#REF!')
  const refused = await archive.run('update', 'album.csv', '--yes')
  expect([refused.code, refused.stdout]).toEqual([3, expect.stringContaining('excel.error_cell')])
  expect((await archive.images())[0]).toMatchObject({ title: '#N/A', creator })
})

test('refuses a place without a longitude beside an unedited value of a dump', async () => {
  await using archive = await openArchive(1)
  const [id] = archive.ids
  await archive.seed.change(id!, { title: '#N/A' })
  await writeFile(
    join(archive.folder, 'album.csv'),
    `image_id,title,latitude,longitude\n${id},#N/A,52.374,\n`,
  )
  const refused = await archive.run('update', 'album.csv', '--places', 'low', '--yes', '--json')
  expect(refused.code).toBe(3)
  const { findings } = JSON.parse(refused.stdout) as { findings: { code: string }[] }
  expect(findings.map(({ code }) => code)).toEqual(['place.incomplete'])
})

test('has the columns of an update, and clears what was emptied if its column is named', async () => {
  await using archive = await openArchive(1)
  const other = await archive.seed.image({ creator: 'B.', creator_folded: 'b.' })
  const [id] = archive.ids
  await archive.seed.change(id!, { creator: 'A.', creator_folded: 'a.' })
  const all = await archive.run('export', 'manifest')
  expect(all.stdout.split('\r\n')[0]!.replace('\ufeff', '').replace(',_escaped', '')).toBe(HEADER)
  const filters = ['--collection', String(archive.collection)]
  await archive.run('update', 'album.csv', '--template', ...filters)
  const path = join(archive.folder, 'album.csv')
  const rows: string[][] = parse(await readFile(path), { bom: true })
  expect(rows.slice(1).map(([image]) => image)).toEqual([String(id)])
  await edit(path, 1, 'creator', '')
  const dry = await archive.run('update', 'album.csv', '--dry-run')
  expect(dry.stderr).toContain(
    'Blank cells changed nothing: creator (1). To clear these values: --clear creator\n',
  )
  const [changed] = await archive.update('album.csv', '--yes', '--clear', 'creator')
  expect(changed).toMatchObject({ changes: [{ field: 'creator', old: 'A.', new: null }] })
  const creators = (await archive.images()).map((image) => [image.id, image.creator])
  expect(creators).toEqual([
    [id, null],
    [other, 'B.'],
  ])
})

test('replaces no file, and an update takes no filters', async () => {
  await using archive = await openArchive(1)
  await archive.run('export', 'manifest', 'album.csv')
  const again = await archive.run('export', 'manifest', 'album.csv')
  expect([again.code, again.stderr]).toEqual([9, expect.stringContaining('album.csv already')])
  expect((await archive.run('export', 'manifest', 'album.csv', '--force')).code).toBe(0)
  const filtered = await archive.run('update', 'album.csv', '--source', '1', '--yes')
  expect([filtered.code, filtered.stderr]).toEqual([
    2,
    expect.stringContaining('Filters need --template.'),
  ])
})
