import { readFile } from 'node:fs/promises'
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { ALBUM_HEADER, createAlbum } from '../support/album.ts'
import { openImportCli } from '../support/import-cli.ts'
import { runCli } from '../support/test-cli.ts'

interface Told {
  code: string
  severity: string
  cell: string | null
  message: string
  suggestion: string | null
}

async function check(manifest: string, ...more: string[]): Promise<{ code: number; told: Told[] }> {
  const words = ['import', 'check', manifest, '--offline', '--json', '--collection', '1']
  const { code, stdout } = await runCli([...words, ...more])
  const { findings } = JSON.parse(stdout) as { findings: Told[] }
  return { code, told: findings.filter((finding) => finding.code !== 'license.empty') }
}

test.each([
  ['a cell of its own', `Photographs of the harbor\n\n${ALBUM_HEADER}\n`],
  ['blank cells beside it', `Photographs of the harbor,,,\n,,,\n${ALBUM_HEADER}\n`],
  ['commas in it', `"Harbor, bridge",, bridge\nfrom box 7; shelf 3\n${ALBUM_HEADER}\n`],
])('finds the header below a title with %s', async (_, top) => {
  await using album = await createAlbum()
  await album.picture('a.jpg')
  await album.file('album.csv', `${top}a.jpg,One,1920,1920\n,Two,1920,1920\n`)
  const { told } = await check(album.manifest)
  expect(told.map((one) => [one.code, one.cell])).toEqual([
    ['column.header_row', null],
    ['file.missing', 'A5'],
  ])
  expect(told[0]?.message).toContain('--header-row 3')
  expect((await check(album.manifest, '--header-row', '3')).told).toHaveLength(1)
})

test('finds the header of a sheet with semicolons, and of a workbook, below a title', async () => {
  await using album = await createAlbum()
  await album.picture('a.jpg')
  const rows = [['Harbor, 1920'], ALBUM_HEADER.split(','), ['a.jpg', 'One', '1920', '1920']]
  await album.file('album.csv', rows.map((row) => row.join(';')).join('\n'))
  await album.file('album.xlsx', await writeXlsx({ sheets: [{ name: 'A', rows }] }))
  for (const name of ['album.csv', 'album.xlsx']) {
    const { code, told } = await check(`${album.path}/${name}`)
    expect([code, told.map((one) => one.code)]).toEqual([0, ['column.header_row']])
  }
})

test('the report of a sheet with a title keeps the line numbers', async () => {
  await using cli = await openImportCli()
  await using album = await createAlbum()
  await album.picture('a.jpg')
  await album.table('Harbor', ALBUM_HEADER, 'a.jpg,One,1920,1920')
  const words = [album.manifest, '--collection', String(cli.collection), '--header-row', '2']
  expect((await cli.run(words)).code).toBe(0)
  const annotated = `${album.path}/done.csv`
  expect((await cli.run(['report', album.manifest, '--annotated', annotated])).code).toBe(0)
  expect((await check(annotated)).told).toEqual([])
})

test('the report reads the manifest with the settings of the project file', async () => {
  await using cli = await openImportCli()
  await using album = await createAlbum()
  await album.picture('a.jpg')
  await album.file('catalog-import.toml', '[import.map]\nDatei = "file"\nNummer = "row_id"\n')
  await album.table('Nummer,Datei,title,original_date,edtf_date', '7,a.jpg,One,1920,1920')
  expect((await cli.run([album.manifest, '--collection', String(cli.collection)])).code).toBe(0)
  const annotated = `${album.path}/done.csv`
  expect((await cli.run(['report', album.manifest, '--annotated', annotated])).code).toBe(0)
  const [image] = await cli.images()
  expect(await readFile(annotated, 'utf8')).toContain(`7,a.jpg,One,1920,1920,imported,${image!.id}`)
})

test('reports --header-row beyond the last row as an empty manifest', async () => {
  await using album = await createAlbum()
  await album.table(ALBUM_HEADER, 'a.jpg,One,1920,1920')
  const { code, told } = await check(album.manifest, '--header-row', '9')
  expect([code, told.map((one) => one.code)]).toEqual([3, ['manifest.empty']])
})

test('suggests the options to ignore or map an unknown column', async () => {
  await using album = await createAlbum()
  await album.picture('a.jpg')
  await album.table(`${ALBUM_HEADER},Box No`, 'a.jpg,One,1920,1920,7')
  const { told } = await check(album.manifest)
  expect(told[0]?.message).toContain("--ignore-columns 'Box No'")
  expect(told[0]?.message).toContain('--map THEIRS=OURS')
  expect((await check(album.manifest, '--ignore-columns', 'Shelf,box-no')).code).toBe(0)
  expect((await check(album.manifest, '--map', 'Box No=reference_id')).code).toBe(0)
})

test('allows another column to take the name of an ignored one', async () => {
  await using album = await createAlbum()
  await album.picture('a.jpg')
  await album.table(`${ALBUM_HEADER},Caption`, 'a.jpg,,1920,1920,One')
  await album.file('catalog-import.toml', '[import]\nignore_columns = ["Title"]\n')
  const unnamed = await check(album.manifest, '--ignore-columns', 'title,caption')
  expect(unnamed.told.map((one) => one.code)).toEqual(['column.missing'])
  expect((await check(album.manifest, '--map', 'Caption=title')).told).toEqual([])
})

test('reports a missing column with the name mapped to it, and how to give no date', async () => {
  await using album = await createAlbum()
  await album.picture('a.jpg')
  await album.table('file,title,original_date', 'a.jpg,One,1920')
  const { told } = await check(album.manifest, '--map', 'Datum=edtf_date')
  expect(told.map((one) => one.message)).toEqual([
    'There is no column "edtf_date" or "Datum". To derive it where the meaning of original_date is certain: --derive-edtf certain. If the dates are unknown: --set edtf_date=XXXX',
  ])
  expect((await check(album.manifest, '--set', 'edtf_date=XXXX')).code).toBe(0)
})

test.each([
  ['scan-7', 'scan-7.tif'],
  ['scans/scan-8.jpg', 'scans/scan-8.TIFF'],
  ['SCAN-7.JPEG', 'scan-7.tif'],
])('suggests a similar picture for %s', async (given, meant) => {
  await using album = await createAlbum()
  for (const name of ['scan-7.tif', 'scan-7.txt', 'scans/scan-8.TIFF']) await album.picture(name)
  await album.table(ALBUM_HEADER, `${given},One,1920,1920`)
  const { told } = await check(album.manifest)
  expect(told.map((one) => [one.code, one.suggestion])).toEqual([['file.missing', meant]])
})

test('a check without a sign-in suggests --offline', async () => {
  await using album = await createAlbum()
  await using cli = await openImportCli()
  await album.table(ALBUM_HEADER, 'a.jpg,One,1920,1920')
  const words = ['import', 'check', album.manifest]
  for (const more of [[], ['--url', cli.server.baseUrl], ['--url', 'http://127.0.0.1:1']]) {
    const { code, stderr } = await runCli([...words, ...more])
    expect(code).not.toBe(0)
    expect(stderr).toContain('To check without an instance, add --offline.')
  }
})

test.each([
  ['omeka-s', 'dcterms:title,dcterms:date,o:id'],
  ['omeka-classic', 'Dublin Core:Title,Dublin Core:Date,tags'],
  ['contentdm', 'File Name,Date,Identifier,Reference URL,CONTENTdm number'],
  ['atom', 'legacyId,identifier,scopeAndContent,digitalObjectPath'],
  ['islandora-workbench', 'id,field_date,field_model'],
  ['pastperfect', 'OBJECTID,DATE,DESCRIP,IMAGEFILE'],
  ['collectionbuilder', 'objectid,file name,date,object_location,image_thumb'],
])('recognizes an export for --preset %s, until it is used', async (preset, header) => {
  await using album = await createAlbum()
  const row = header.replaceAll(/[^,]+/g, 'x')
  await album.file('album.csv', `${header}\n${row}\n`)
  const named = ({ told }: { told: Told[] }) =>
    told.filter(({ code }) => code === 'column.preset').map(({ suggestion }) => suggestion)
  expect(named(await check(album.manifest))).toEqual([preset])
  expect(named(await check(album.manifest, '--preset', preset))).toEqual([])
})

test('does not recognize a program by names that many have', async () => {
  await using album = await createAlbum()
  await album.file('album.csv', 'filename,identifier,date,description of it\na.jpg,1,1920,x\n')
  const { told } = await check(album.manifest)
  expect(told.filter(({ code }) => code === 'column.preset')).toEqual([])
})

test('says how to fill dates that are missing', async () => {
  await using album = await createAlbum()
  await album.picture('a.jpg')
  await album.file('album.csv', 'file,title,original_date\na.jpg,One,\n')
  const { told } = await check(album.manifest)
  const advice = (code: string) => told.find((one) => one.code === code)?.message
  expect(advice('column.missing')).toContain('--derive-edtf certain')
  expect(advice('original_date.blank')).toContain('--set original_date=undated')
  const options = ['--derive-edtf', 'certain', '--set', 'original_date=undated']
  expect(await check(album.manifest, ...options)).toEqual({ code: 0, told: [] })
})
