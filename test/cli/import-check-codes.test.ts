import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ALBUM_HEADER, createAlbum } from '../support/album.ts'
import { openImportCli } from '../support/import-cli.ts'
import { largeProgressiveJpeg } from '../support/pictures.ts'

interface Told {
  code: string
  severity: string
  cell: string | null
  message: string
}

const WORDS = 'Title,1920,1920'

test('warns about unusual properties of each file', async () => {
  await using cli = await openImportCli()
  await using album = await createAlbum()
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
  await album.file('phone.heic', heic)
  await album.picture('really-a-jpeg.png', 1)
  await album.picture('caf\u00e9.jpg', 2)
  await album.picture('SCAN.JPG', 3)
  await album.picture('large.jpg', 4)
  await album.file('progressive.jpg', await largeProgressiveJpeg(20_000, 20_000))
  await truncate(join(album.path, 'large.jpg'), 2 * 1024 ** 3 + 1)
  await album.table(
    `${ALBUM_HEADER},content_type,collection`,
    `phone.heic,${WORDS},,1`,
    `really-a-jpeg.png,${WORDS},,1`,
    `cafe\u0301.jpg,${WORDS},,1`,
    `scan.jpg,${WORDS},,1`,
    `large.jpg,${WORDS},,1`,
    `progressive.jpg,${WORDS},,1`,
    `SCAN.JPG,${WORDS},image/png,first`,
  )
  const { stdout } = await cli.run(['check', album.manifest, '--offline', '--json'])
  const { findings } = JSON.parse(stdout) as { findings: Told[] }
  expect(findings.map(({ severity, code, cell }) => [severity, code, cell])).toEqual([
    ['warning', 'license.empty', null],
    ['warning', 'file.heic', 'A2'],
    ['warning', 'file.type_mismatch', 'A3'],
    ['warning', 'file.unicode_form', 'A4'],
    ['warning', 'file.case', 'A5'],
    ['warning', 'file.too_large', 'A6'],
    ['warning', 'file.too_large', 'A7'],
    ['error', 'content_type.wrong', 'E8'],
    ['error', 'collection.invalid', 'F8'],
  ])
})

test('trims blanks around texts, with one warning', async () => {
  await using cli = await openImportCli()
  await using album = await createAlbum()
  await album.picture('1.jpg', 1)
  await album.table(ALBUM_HEADER, '1.jpg, Market square ,1920,1920 ')
  const words = ['check', album.manifest, '--collection', '1', '--offline']
  const { stdout } = await cli.run(words, { tty: true, columns: 200 })
  expect(stdout).toContain('warning cell.blanks (1)')
  expect(stdout).toContain('line 2, B2: " Market square " Leading and trailing spaces are removed')
  expect(stdout).toContain('here and in 1 more cell.')
})

test('removes control characters, with a warning that shows the result', async () => {
  await using cli = await openImportCli()
  await using album = await createAlbum()
  await album.picture('1.jpg', 1)
  await album.table(
    `${ALBUM_HEADER},description,collection`,
    '1.jpg,"Market\nsquare\u202e",1920,1920,"One\r\n\ttwo",1',
  )
  const { stdout } = await cli.run(['check', album.manifest, '--offline', '--json'])
  const { findings } = JSON.parse(stdout) as { findings: Told[] }
  expect(findings.filter(({ code }) => code !== 'license.empty')).toMatchObject([
    { severity: 'warning', code: 'text.control', cell: 'B2', suggestion: 'Market square' },
  ])
})

test('rejects a subject that does not exist before anything is sent, and accepts one without images', async () => {
  await using cli = await openImportCli()
  await using album = await createAlbum()
  await album.picture('1.jpg', 1)
  await album.picture('2.jpg', 2)
  await cli.seed.subject({ slug: 'town-hall', kb_id: 'Q43' })
  const words = [album.manifest, '--collection', String(cli.collection), '--yes']
  await album.table(`${ALBUM_HEADER},subjects`, `1.jpg,${WORDS},town-hall`, `2.jpg,${WORDS},mill`)
  const refused = await cli.run(words)
  expect(refused.code).toBe(3)
  expect(refused.stderr + refused.stdout).toContain('The instance has no subject "mill".')
  expect(refused.stderr + refused.stdout).not.toContain('subject.unconfirmed')
  expect(await cli.images()).toEqual([])
})

test('marks each row with a subject that does not exist, asks once for it, and imports the others', async () => {
  await using cli = await openImportCli()
  await using album = await createAlbum()
  for (const number of [1, 2, 3, 4]) await album.picture(`${number}.jpg`, number)
  await cli.seed.subject({ slug: 'town-hall', kb_id: 'Q43' })
  const words = [album.manifest, '--collection', String(cli.collection)]
  await album.table(
    `${ALBUM_HEADER},subjects`,
    `1.jpg,${WORDS},mill`,
    `2.jpg,${WORDS},town-hall`,
    `3.jpg,${WORDS},town-hall|mill`,
    `4.jpg,${WORDS},mill`,
  )
  const unknown = ['E2', 'E4', 'E5'].map((cell) => ({ code: 'subject.unknown', cell }))
  const checked = await cli.run(['check', ...words, '--json', '--debug'])
  expect(checked.code).toBe(3)
  const { findings } = JSON.parse(checked.stdout) as { findings: Told[] }
  expect(findings.filter(({ severity }) => severity === 'error')).toMatchObject(unknown)
  expect(checked.stderr.match(/subject-records\/mill\//gv)).toHaveLength(1)
  const { code, stderr } = await cli.run([...words, '--skip-rows-with-errors', '--yes', '--debug'])
  expect(code).toBe(3)
  expect(stderr.match(/POST .*\/import\/commit\//gv)).toHaveLength(1)
  expect(await cli.images()).toHaveLength(1)
})

test('warns once of a subject for which the instance cannot be asked', async () => {
  await using cli = await openImportCli()
  await using album = await createAlbum()
  await album.picture('1.jpg', 1)
  await album.picture('2.jpg', 2)
  // Its id is found, so that the API does not tell whether another one has it as its slug.
  const id = await cli.seed.subject({ slug: 'town-hall', kb_id: 'Q43' })
  await album.table(`${ALBUM_HEADER},subjects`, `1.jpg,${WORDS},${id}`, `2.jpg,${WORDS},${id}`)
  const words = ['check', album.manifest, '--collection', String(cli.collection), '--json']
  const { stdout } = await cli.run(words)
  const { findings } = JSON.parse(stdout) as { findings: Told[] }
  expect(findings.filter(({ code }) => code.startsWith('subject.'))).toMatchObject([
    {
      severity: 'warning',
      code: 'subject.unconfirmed',
      cell: 'E2',
      message: expect.stringContaining(`"${id}" (named in 2 rows)`),
    },
  ])
})

test('accepts subjects by their Wikidata id, and rejects unknown ones', async () => {
  await using cli = await openImportCli()
  await using album = await createAlbum()
  await album.picture('1.jpg', 1)
  await album.picture('2.jpg', 2)
  const listed = await cli.seed.subject({ slug: 'old-bridge', kb_id: 'Q42' })
  await cli.seed.subject({ slug: 'town-hall', kb_id: 'Q43' })
  await cli.seed.tag(await cli.seed.image(), listed)
  const words = [album.manifest, '--collection', String(cli.collection)]
  await album.table(`${ALBUM_HEADER},subjects`, `1.jpg,${WORDS},Q42`, `2.jpg,${WORDS},Q4444`)
  const refused = await cli.run(['check', ...words, '--json'])
  expect(refused.code).toBe(3)
  const { findings } = JSON.parse(refused.stdout) as { findings: Told[] }
  expect(findings.filter(({ severity }) => severity === 'error')).toMatchObject([
    { code: 'subject.unknown', cell: 'E3', message: expect.stringContaining('Q4444') },
  ])
  await album.table(`${ALBUM_HEADER},subjects`, `1.jpg,${WORDS},old-bridge|Q42`)
  const { code, stderr } = await cli.run(words)
  expect([code, stderr]).toEqual([0, expect.stringContaining('subject.duplicate')])
  const { id } = (await cli.images()).at(-1)!
  const { subjects } = await cli.server.get(`/api/v2/images/${id}/`)
  expect(subjects.map(({ slug }: { slug: string }) => slug)).toEqual(['old-bridge'])
})
