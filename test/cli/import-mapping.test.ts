import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAlbum } from '../support/album.ts'
import { runCli } from '../support/test-cli.ts'

interface Told {
  code: string
  severity: string
  column: string | null
  suggestion: string | null
  message: string
}

async function check(manifest: string, ...more: string[]) {
  const words = ['import', 'check', manifest, '--offline', '--json', '--collection', '1']
  const { code, stdout } = await runCli([...words, '--set', 'edtf_date=XXXX', ...more])
  const { findings = [], error } = JSON.parse(stdout) as {
    findings?: Told[]
    error?: { message: string }
  }
  return { code, error, told: findings.filter((finding) => finding.code === 'column.unknown') }
}

async function createTable(header: string, cells: number) {
  const album = await createAlbum()
  await album.picture('a.jpg')
  await album.table(header, `a.jpg${',1920'.repeat(cells - 1)}`)
  return album
}

test.each([
  ['Photographer', 'creator'],
  ['dcterms:title', 'title'],
  ['dc.description', 'description'],
  ['Dublin Core:Date', 'original_date'],
  ['Rights', 'license_name'],
  ['Titel', 'title'],
  ['discription', 'description'],
])('suggests for the column %s the column %s', async (name, column) => {
  await using album = await createTable(`file,title,original_date,edtf_date,${name}`, 5)
  const { code, told } = await check(album.manifest)
  expect([code, told[0]?.suggestion]).toEqual([3, column])
})

test('lists all other unknown columns once, with the option that ignores them', async () => {
  await using album = await createTable('file,title,original_date,location,frog,subject', 6)
  const { code, told } = await check(album.manifest)
  expect([code, told.length, told[0]?.suggestion]).toEqual([3, 1, null])
  expect(told[0]?.message).toContain('"location", "frog", "subject"')
  const [, advised = ''] = /--ignore-columns (\S+)/.exec(told[0]?.message ?? '') ?? []
  expect(await check(album.manifest, '--ignore-columns', advised)).toMatchObject({
    code: 0,
    told: [],
  })
})

test('does not suggest a column for another word that differs in a letter', async () => {
  await using album = await createTable('file,title,original_date,ship,tile', 5)
  const { told } = await check(album.manifest)
  expect(told.map(({ suggestion }) => suggestion)).toEqual([null])
})

test('--map takes precedence over the other spelling of a preset', async () => {
  await using album = await createTable('file,title,original_date,Date', 4)
  const words = ['--preset', 'contentdm', '--map', 'date=description']
  expect(await check(album.manifest, ...words)).toMatchObject({ code: 0, told: [] })
})

test('--ignore-unknown ignores unknown columns, and still tells of similar ones', async () => {
  await using album = await createTable('file,title,original_date,photographer,frog', 5)
  const { code, told } = await check(album.manifest, '--ignore-unknown')
  expect([code, told.map(({ severity, column }) => [severity, column])]).toEqual([
    0,
    [['warning', 'photographer']],
  ])
})

test('a mapping is saved to a file, and read from it', async () => {
  await using album = await createTable('picture,title,"date, as written",who', 4)
  const file = join(album.path, 'columns.toml')
  const mapped = ['--map', 'picture=file', '--map', 'date, as written=original_date']
  const saving = ['--ignore-columns', 'who', '--save-map', file]
  expect((await check(album.manifest, ...mapped, ...saving)).code).toBe(0)
  expect(await readFile(file, 'utf8')).toBe(
    'file = "picture"\noriginal_date = "date, as written"\n',
  )
  const read = await check(album.manifest, '--map-file', file, '--map', 'who=creator')
  expect([read.code, read.told]).toEqual([0, []])
})

test.each([
  ['titel = "a"', 'there is no column "titel"'],
  ['title = 1', 'title: must be the name of a column'],
  ['title = ', 'is not valid TOML'],
])('says what is wrong with the mapping %s', async (text, message) => {
  await using album = await createTable('file,title,original_date', 3)
  const file = join(album.path, 'columns.toml')
  await album.file('columns.toml', text)
  const { code, error } = await check(album.manifest, '--map-file', file)
  expect([code, error?.message]).toEqual([2, expect.stringContaining(message)])
})

test.each([
  ['omeka-s', 'file,dcterms:title,dcterms:date,dcterms:creator'],
  ['omeka-classic', 'file,Dublin Core:Title,Dublin Core:Date,Dublin Core:Creator'],
  ['contentdm', 'File Name,Title,Date,Creator'],
  ['atom', 'digitalObjectPath,title,original_date,identifier'],
  ['islandora-workbench', 'file,title,field_date,field_local_identifier'],
  ['pastperfect', 'IMAGEFILE,TITLE,DATE,PHOTOGRAPHER'],
  ['collectionbuilder', 'filename,title,date,objectid'],
  ['collectionbuilder', 'file name,title,date,creator'],
])('reads the columns of %s', async (preset, header) => {
  await using album = await createTable(header, 4)
  const { code, told } = await check(album.manifest, '--preset', preset)
  expect([code, told]).toEqual([0, []])
})
