import { chown, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ALBUM_HEADER, createAlbum } from '../support/album.ts'
import { readManifest } from '../../src/cli/tables/manifest.ts'
import { odsOf, odsSheetOf, readAll } from '../support/manifests.ts'
import { openImportApi } from '../support/import-api.ts'
import { plain } from '../support/pictures.ts'
import { runCli, type TestCliOptions } from '../support/test-cli.ts'

async function check(
  path: string,
  more: string[] = [],
  options: TestCliOptions = {},
  // oxlint-disable-next-line typescript/no-explicit-any -- the test reads what the schema promises
): Promise<any> {
  const words = ['import', 'check', path, '--offline', '--collection', '1', '--json', ...more]
  const { code, stdout, stderr } = await runCli(words, options)
  return { code, stderr, ...JSON.parse(stdout) }
}

function codesOf({ findings }: { findings: { code: string; cell: string | null }[] }) {
  return findings.map(({ code, cell }) => `${cell ?? ''} ${code}`.trim())
}

test('reads a folder of numbered pictures with their descriptions, and skips those marked as done', async () => {
  await using album = await createAlbum()
  const described = { title: 'One', original_date: '1920', edtf_date: '1920', subjects: ['a', 'b'] }
  await album.picture('000001.jpg')
  await album.file('000001.json', JSON.stringify({ ...described, slot_id: 'old' }))
  await album.picture('000002.jpg', 9)
  await album.file('000002.json', JSON.stringify(described))
  await rename(join(album.path, '000002.json'), join(album.path, '000002.json.done'))
  await album.file('000003.json', JSON.stringify(described))
  await album.picture('000004.jpg', 20)
  await album.file('notes.txt', 'not of the import')
  const report = await check(album.path)
  expect(report.manifest).toMatchObject({ format: 'folder' })
  expect(report.summary).toMatchObject({ rows: 3, ok: 1, already_imported: 1 })
  expect(codesOf(report)).toEqual(['license.empty', 'file.missing', 'folder.description'])
})

test.each(['csv', 'tsv', 'xlsx'])(
  'neutralizes formulas in the header of an annotated %s copy, and reads the header back',
  async (extension) => {
    await using album = await createAlbum()
    await album.picture('a.jpg')
    const names = ['=HYPERLINK("x")', "'=1+1", "'quoted", '_x0041_']
    const quoted = names.map((name) => `"${name.replaceAll('"', '""')}"`)
    await album.table(`${ALBUM_HEADER},${quoted.join()}`, 'a.jpg,One,1920,1920,1,2,3,4')
    const copy = join(album.path, `checked.${extension}`)
    await check(album.manifest, ['--annotate', copy])
    if (extension !== 'xlsx') expect(await readFile(copy, 'utf8')).not.toMatch(/[,\t]"?=/)
    const again = await readManifest(copy, { map: {}, set: {} })
    expect(again.header).toEqual([...ALBUM_HEADER.split(','), ...names, '_code', '_message'])
  },
)

test('the annotated copy and the table of failures can be checked again', async () => {
  await using album = await createAlbum()
  await album.picture('a.jpg')
  await album.table(
    `${ALBUM_HEADER},creator,_own`,
    'a.jpg,"=HYPERLINK(""x"")",1920,1920s,-5°,kept',
    'a.jpg,Two,1920,1920,,',
    'b.jpg,Long,1920,1920,,,,surplus',
  )
  const copy = join(album.path, 'album.checked.csv')
  const failures = join(album.path, 'failed.xlsx')
  const report = await check(album.manifest, ['--annotate', '--report', failures])
  expect(report.stderr).toContain(`Written: ${copy}`)
  const text = await readFile(copy, 'utf8')
  expect(text).toContain(`a.jpg,"'=HYPERLINK(""x"")",1920,1920s,'-5°,kept,`)
  const again = await readAll(copy)
  expect(again.rows[0]?.values).toMatchObject({ title: '=HYPERLINK("x")', creator: '-5°' })
  expect(again.findings.map(({ code }) => code)).toEqual(['csv.ragged'])
  const failed = await readAll(failures)
  expect(failed.rows.map(({ cells }) => cells[6])).toEqual([
    'edtf.invalid',
    'row.duplicate_key',
    undefined,
  ])
})

test('warns once of rows that a spreadsheet program saved without their last cells', async () => {
  await using album = await createAlbum()
  await album.picture('a.jpg')
  const whole = Array.from({ length: 16 }, (_, n) => `a.jpg,Title ${n},1920,1920,k${n},,,`)
  const short = Array.from({ length: 8 }, (_, n) => `a.jpg,Title ${n},1920,1920,l${n}`)
  await album.table(`${ALBUM_HEADER},row_id,creator,description,source_url`, ...whole, ...short)
  const copy = join(album.path, 'checked.csv')
  const report = await check(album.manifest, ['--annotate', copy])
  expect(report.code).toBe(0)
  const [warning] = report.findings.filter(
    ({ code }: { code: string }) => code === 'csv.cell_count',
  )
  expect(warning).toMatchObject({ severity: 'warning', row: 17, line: 18 })
  expect(warning.message).toContain('5 cells, the header 8, and 7 more rows differ')
  expect(codesOf(report).filter((code) => code.startsWith('csv.'))).toHaveLength(1)
  const again = await check(copy)
  expect(codesOf(again).filter((code) => code.startsWith('csv.'))).toEqual([])
})

test('writes copies of an OpenDocument spreadsheet as XLSX', async () => {
  await using album = await createAlbum()
  await album.picture('a.jpg')
  const row = ['a.jpg', 'One', 'May 1905', '']
  await album.file('album.ods', odsOf(odsSheetOf(ALBUM_HEADER.split(','), row)))
  const manifest = join(album.path, 'album.ods')
  const report = await check(manifest, ['--annotate'])
  expect(report.manifest).toMatchObject({ name: 'album.ods', format: 'ods', sheet: 'Images' })
  const copy = join(album.path, 'album.checked.xlsx')
  expect(report.stderr).toContain(`Written: ${copy}`)
  expect((await readManifest(copy, { map: {}, set: {} })).format).toBe('xlsx')
  const dated = await runCli(['manifest', 'dates', manifest, '--write'])
  expect(dated.code, dated.stderr).toBe(0)
  const { rows } = await readAll(join(album.path, 'album.dates.xlsx'))
  expect(rows[0]?.values).toMatchObject({ original_date: 'May 1905', edtf_date: '1905-05' })
  const csv = await runCli(['manifest', 'convert', manifest, '-', '--format', 'csv'])
  expect(csv.stdout).toContain('a.jpg,One,May 1905')
})

test.each(['--annotate', '--report'])('refuses to write %s as ODS', async (option) => {
  await using album = await createAlbum()
  await album.picture('a.jpg')
  await album.table(ALBUM_HEADER, 'a.jpg,One,1920,1920')
  const copy = join(album.path, 'copy.ODS')
  const words = ['import', 'check', album.manifest, '--offline', option, copy]
  const { code, stderr } = await runCli(words)
  expect(code).toBe(2)
  expect(stderr).toContain(`${copy}: cannot be written as ODS. Write XLSX instead, as copy.xlsx`)
  expect((await readdir(album.path)).toSorted()).toEqual(['a.jpg', 'album.csv'])
})

test('never overwrites the manifest', async () => {
  await using album = await createAlbum()
  await album.picture('a.jpg')
  await album.table(ALBUM_HEADER, 'a.jpg,One,1920,1920')
  const words = ['import', 'check', album.manifest, '--offline', '--report', album.manifest]
  const { code, stderr } = await runCli(words)
  expect(code).toBe(2)
  expect(stderr).toContain('is the manifest itself')
})

test('applies a project file where no option is given, and reports its errors', async () => {
  await using album = await createAlbum()
  await album.picture('scans/a.jpg')
  await album.file(
    'lists/album.csv',
    'Datei;title;original_date;edtf_date;Box\na.jpg;One;1920;1920;7\n',
  )
  const project =
    '[import]\nfiles = ["scans"]\nignore_columns = ["Box"]\n[import.map]\nDatei = "file"\n[import.set]\ncreator = "Ada"\n'
  await album.file('catalog-import.toml', project)
  const manifest = join(album.path, 'lists/album.csv')
  expect(codesOf(await check(manifest))).toEqual(['license.empty'])
  await album.file('catalog-import.toml', `${project}titel = "x"\n`)
  const { code, stderr } = await runCli(['import', 'check', manifest, '--offline'])
  expect(code).toBe(2)
  expect(stderr).toMatch(/catalog-import\.toml.*there is no column "titel"/)
})

test('rejects folders of a project file outside of its own, unless the command names them', async () => {
  await using album = await createAlbum()
  await using elsewhere = await createAlbum()
  await elsewhere.picture('private.jpg')
  await symlink(elsewhere.path, join(album.path, 'link'))
  await album.table(ALBUM_HEADER, 'private.jpg,One,1920,1920')
  for (const folder of [elsewhere.path, '../../etc', 'link']) {
    await album.file('catalog-import.toml', `[import]\nfiles = [${JSON.stringify(folder)}]\n`)
    const { code, stderr } = await runCli(['import', 'check', album.manifest, '--offline'])
    expect([code, stderr], folder).toEqual([2, expect.stringMatching(/outside.*--files \//)])
  }
  const named = await check(album.manifest, ['--files', elsewhere.path])
  expect(codesOf(named)).toEqual(['license.empty'])
})

test.skipIf(process.getuid?.() !== 0)(
  'applies a project file of another user only beside the manifest (needs root)',
  async () => {
    await using album = await createAlbum()
    await album.picture('a.jpg')
    const row = 'a.jpg;One;1920;1920\n'
    await album.file('lists/album.csv', `file;title;original_date;edtf_date\n${row}`)
    await album.file('catalog-import.toml', '[import]\nfiles = ["."]\n')
    const project = join(album.path, 'catalog-import.toml')
    await chown(project, 54321, 54321)
    const manifest = join(album.path, 'lists/album.csv')
    const { code, stderr } = await runCli(['import', 'check', manifest, '--offline'])
    expect(code).toBe(2)
    expect(stderr).toContain(`${project}: belongs to another user`)
    await rename(manifest, join(album.path, 'album.csv'))
    expect(codesOf(await check(join(album.path, 'album.csv')))).toEqual(['license.empty'])
  },
)

test('accepts 500 astral characters and rejects 501', async () => {
  await using album = await createAlbum()
  await album.picture('a.jpg')
  await album.picture('b.jpg', 9)
  await album.table(
    ALBUM_HEADER,
    `a.jpg,${'𝄞'.repeat(500)},1920,1920`,
    `b.jpg,${'𝄞'.repeat(501)},1920,1920`,
  )
  expect(codesOf(await check(album.manifest))).toEqual(['license.empty', 'B3 title.too_long'])
})

test('compares dates with the recorded ones and with today', async () => {
  await using album = await createAlbum()
  const dates = [
    '1920,1850',
    'before 1906,../1905',
    'summer 1931,1931-22',
    '1999,2999',
    '"1910, or 1912","[1910,1912]"',
    '1920s,',
  ]
  for (const [index] of dates.entries()) await album.picture(`${index}.jpg`, index * 9)
  await album.table(ALBUM_HEADER, ...dates.map((date, index) => `${index}.jpg,One,${date}`))
  const report = await check(album.manifest)
  expect(codesOf(report).slice(1)).toEqual([
    'D2 edtf.disagrees',
    'D5 edtf.future',
    'D7 edtf.missing',
  ])
  expect(report.findings.at(-1).suggestion).toBe('192X')
})

test('finds multi-page files, double rotations, equal contents and garbled text', async () => {
  await using album = await createAlbum()
  const page = await plain(8, 8, [1, 2, 3]).tiff().toBuffer()
  const first = page.readUInt32LE(4)
  const next = first + 2 + 12 * page.readUInt16LE(first)
  const pages = Buffer.concat([page, page.subarray(first, next), Buffer.alloc(4)])
  pages.writeUInt32LE(page.length, next)
  await album.file('pages.tif', pages)
  await album.file(
    'turned.jpg',
    await plain(24, 16, [9, 9, 9]).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  )
  await album.picture('a.jpg')
  await album.picture('b.jpg')
  await album.table(
    `${ALBUM_HEADER},rotation`,
    'pages.tif,BrÃ¼cke,1920,1920,',
    'turned.jpg,#REF!,1920,1920,90',
    'a.jpg,lost \ufffd letters,1920,1920,0',
    'b.jpg,One,1920,1920,',
  )
  const report = await check(album.manifest)
  expect(codesOf(report).slice(1)).toEqual([
    'A2 file.multipage',
    'B2 encoding.twice',
    'B3 excel.error_cell',
    'E3 rotation.exif',
    'B4 encoding.replacement',
    'A5 file.duplicate_content',
  ])
  expect(report.findings[2].suggestion).toBe('Brücke')
})

test('--hash-first compares digests before it sends anything', async () => {
  await using album = await createAlbum()
  await album.picture('a.jpg')
  await album.table(`${ALBUM_HEADER},sha256`, `a.jpg,One,1920,1920,${'0'.repeat(64)}`)
  expect((await check(album.manifest)).code).toBe(0)
  const hashed = await check(album.manifest, ['--hash-first'])
  expect(codesOf(hashed)).toContain('E2 file.sha256_mismatch')
})

test('annotates the manifest and writes the summary in a GitHub workflow', async () => {
  await using album = await createAlbum()
  await mkdir(join(album.path, 'x'))
  const summary = join(album.path, 'x/summary.md')
  await writeFile(summary, '')
  await album.table(ALBUM_HEADER, 'a|b.jpg,"One, 50%: x",1920,1920s')
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary, GITHUB_WORKSPACE: album.path }
  const { stderr } = await check(album.manifest, [], { env })
  expect(stderr).toContain('::error file=album.csv,line=2,title=edtf.invalid::D2: Not an EDTF date')
  expect(stderr).toContain('::warning file=album.csv,title=license.empty::')
  expect(await readFile(summary, 'utf8')).toContain('| a&#124;b.jpg |')
})

test('counts findings beyond --max-errors without listing them', async () => {
  await using album = await createAlbum()
  await album.table(ALBUM_HEADER, ...Array.from({ length: 9 }, (_, n) => `${n}.jpg,One,1920,1920`))
  const report = await check(album.manifest, ['--max-errors', '4'])
  expect(report.summary).toMatchObject({ errors: 9, findings_left_out: 5 })
  expect(report.findings).toHaveLength(5)
})

test('--find-duplicates finds equal files in the manifest and in every collection, and names their pages', async () => {
  await using api = await openImportApi()
  await using album = await createAlbum()
  const other = await api.seed.collection({ name: 'Maps "1912"' })
  const [known, both] = [await album.picture('known.jpg'), await album.picture('both.jpg', 2)]
  await album.picture('new.jpg', 3)
  await album.picture('again.jpg', 3)
  for (const bytes of [known, both]) await api.commit(await api.uploadToNewSlot(bytes))
  for (const id of [1, 2]) await api.seed.change(id, { collection_id: other, reference_id: 'R' })
  await api.commit(await api.uploadToNewSlot(both))
  await album.table(
    `${ALBUM_HEADER},reference_id`,
    'known.jpg,One,1920,1920,',
    'both.jpg,Two,1920,1920,',
    'new.jpg,Three,1920,1920,R',
    'again.jpg,Four,1920,1920,',
  )
  const token = api.importer.Authorization.replace('Bearer ', '')
  const env = { CATALOG_URL: api.server.baseUrl, CATALOG_TOKEN: token }
  const target = ['--collection', String(api.collection)]
  const words = ['import', 'check', album.manifest, '--json', '--find-duplicates', ...target]
  const { findings } = JSON.parse((await runCli(words, { env })).stdout)
  const ofRows = findings.filter(({ row }: { row: number | null }) => row !== null)
  const page = (id: number) => `(${api.server.baseUrl}/images/${id}/)`
  const elsewhere = 'in the collection "Maps \\"1912\\""'
  expect(
    ofRows.map(({ cell, severity, code, message }: never) => [cell, severity, code, message]),
  ).toEqual([
    [
      'A2',
      'warning',
      'likely.duplicate_on_server',
      `Image 1 ${elsewhere} has the same content ${page(1)}.`,
    ],
    [
      'A3',
      'warning',
      'likely.duplicate_on_server',
      `The image may already exist: image 3 has the same content ${page(3)}.`,
    ],
    [
      'E4',
      'warning',
      'likely.duplicate_on_server',
      `Image 2 ${elsewhere} has the same reference_id ${page(2)}.`,
    ],
    ['A5', 'warning', 'file.duplicate_content', 'The file in line 4 has the same content.'],
  ])
})

test('checks subjects, collections, licenses and earlier imports at the instance', async () => {
  await using api = await openImportApi()
  await using album = await createAlbum()
  const bytes = await album.picture('a.jpg')
  await album.picture('b.jpg', 2)
  const slot = await api.uploadToNewSlot(bytes)
  await api.commit(slot, { reference_id: 'A-1' })
  const token = api.importer.Authorization.replace('Bearer ', '')
  const env = { CATALOG_URL: api.server.baseUrl, CATALOG_TOKEN: token }
  const words = ['import', 'check', album.manifest, '--json', '--find-duplicates']
  await album.table(
    `${ALBUM_HEADER},reference_id,subjects,collection,row_id`,
    `b.jpg,One,1920,1920,A-1,nowhere,${api.collection},1`,
    'a.jpg,Two,1920,1920,A-2,,999,2',
  )
  const asked = JSON.parse((await runCli(words, { env })).stdout)
  expect(codesOf(asked).toSorted()).toEqual([
    'A3 likely.duplicate_on_server',
    'E2 likely.duplicate_on_server',
    'F2 subject.unknown',
    'collection.unconfirmed',
    'license.empty',
  ])
  const probed = JSON.parse((await runCli([...words, '--probe'], { env })).stdout)
  expect(codesOf(probed)).toContain('collection.denied')
  expect(probed.target.url).toBe(api.server.baseUrl)
})
