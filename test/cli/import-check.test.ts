import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { ALBUM_HEADER, createAlbum } from '../support/album.ts'
import { runCli } from '../support/test-cli.ts'

type Album = Awaited<ReturnType<typeof createAlbum>>

// oxlint-disable-next-line typescript/no-explicit-any -- the test reads what the schema promises
async function check(album: Album, ...more: string[]): Promise<{ code: number; report: any }> {
  const words = ['import', 'check', album.manifest, '--offline', '--json', '--collection', '1']
  const { code, stdout } = await runCli([...words, ...more])
  return { code, report: JSON.parse(stdout) }
}

test('reports all errors at once, with cells, codes and suggestions', async () => {
  await using album = await createAlbum()
  await album.picture('bridge.jpg')
  await album.file('empty.jpg', '')
  await album.file('notes.jpg', 'no picture at all')
  await album.file('phone.jpg', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'))
  const long = 'x'.repeat(501)
  await album.table(
    `${ALBUM_HEADER},rotation,mirror,source_url,sha256`,
    'brigde.jpg,Bridge,1920,1920,,,,',
    `bridge.jpg,${long},1920s,1920s,45,x,ftp://example.org,12`,
    'empty.jpg,,,,,,,',
    'notes.jpg,Notes,1920,1920,,,,',
    'phone.jpg,Phone,1920,1920,,,,',
    '../elsewhere.jpg,Elsewhere,1920,1920,,,,',
    'bridge.jpg,Again,1920,1920,,,,',
  )
  const { code, report } = await check(album)
  expect(code).toBe(3)
  const errors = report.findings.filter(
    (finding: { severity: string }) => finding.severity === 'error',
  )
  expect(
    errors.map((error: Record<string, unknown>) => [error.code, error.cell, error.suggestion]),
  ).toEqual([
    ['file.missing', 'A2', 'bridge.jpg'],
    ['title.too_long', 'B3', null],
    ['edtf.invalid', 'D3', '192X'],
    ['rotation.invalid', 'E3', null],
    ['mirror.invalid', 'F3', null],
    ['url.invalid', 'G3', null],
    ['sha256.invalid', 'H3', null],
    ['file.empty', 'A4', null],
    ['title.blank', 'B4', null],
    ['original_date.blank', 'C4', null],
    ['edtf.missing', 'D4', null],
    ['file.type_unknown', 'A5', null],
    ['file.outside_root', 'A7', null],
    ['row.duplicate_key', 'A8', null],
  ])
  expect(report.summary).toMatchObject({ rows: 7, ok: 1, errors: 14 })
})

test('groups findings on a terminal, with a few examples and what to do', async () => {
  await using album = await createAlbum()
  const rows = Array.from({ length: 7 }, (_, n) => `${n}.jpg,Picture,1920,1920`)
  await album.table(ALBUM_HEADER, ...rows)
  const words = ['import', 'check', album.manifest, '--offline', '--collection', '1']
  const { code, stdout } = await runCli(words, { tty: true })
  expect(code).toBe(3)
  expect(stdout).toContain('error file.missing (7)\n  line 2, A2: "0.jpg" File not found.')
  expect(stdout).toContain('  … and 2 more\n')
  expect(stdout).toContain('7 errors, 0 of 7 rows are valid. Nothing was sent.')
})

test('reports a missing collection once, and blank cells of its column in each row', async () => {
  await using album = await createAlbum()
  await album.picture('a.jpg')
  const rows = ['a.jpg,One,1920,1920', 'a.jpg,Two,1920,1920']
  const words = ['import', 'check', album.manifest, '--offline', '-o', 'csv']
  await album.table(ALBUM_HEADER, ...rows)
  const nowhere = await runCli(words)
  expect(nowhere.code).toBe(3)
  expect(nowhere.stdout.match(/error,collection\.missing,.*/g)).toEqual([
    expect.stringContaining('error,collection.missing,,,,"No collection is set.'),
  ])
  await album.table(`${ALBUM_HEADER},collection`, ...rows.map((row) => `${row},`))
  const { stdout } = await runCli(words)
  expect(stdout.match(/error,collection\.missing,\d/g)).toHaveLength(2)
})

test('a valid manifest passes; warnings fail it only with --strict', async () => {
  await using album = await createAlbum()
  await album.picture('scans/Brücke.JPG'.normalize('NFD'))
  await album.table(
    `${ALBUM_HEADER},subjects,skip`,
    'scans\\Brücke.jpg,One,1920,1920,a|b|a,',
    ',,,,,x',
  )
  const { code, report } = await check(album)
  expect(code).toBe(0)
  expect(report.summary).toMatchObject({ rows: 1, ok: 1, errors: 0, warnings: 3 })
  expect(report.findings.map((finding: { code: string }) => finding.code).toSorted()).toEqual([
    'file.case',
    'license.empty',
    'subject.duplicate',
  ])
  expect((await check(album, '--strict')).code).toBe(3)
})

test('looks up files in the given folders, too', async () => {
  await using album = await createAlbum()
  await using scans = await createAlbum()
  await scans.picture('deep/a.jpg')
  await album.table(ALBUM_HEADER, 'deep/a.jpg,One,1920,1920')
  expect((await check(album)).code).toBe(3)
  expect((await check(album, '--files', album.path, '--files', scans.path)).code).toBe(0)
})

test.each([
  ['--map', 'title', 'Must have the form name=value.'],
  ['--set', 'nosuch=1', 'Unknown column: "nosuch".'],
  ['--delimiter', 'xx', 'Must be one character, or tab.'],
  ['--collection', 'old', 'Must be a positive integer.'],
])('answers %s %s with a usage error', async (option, value, sentence) => {
  const { code, stderr } = await runCli(['import', 'check', 'album.csv', option, value])
  expect(code).toBe(2)
  expect(stderr).toContain(sentence)
})

test('rejects a pipe or a folder as a picture, without waiting', async () => {
  await using album = await createAlbum()
  await execa('mkfifo', [join(dirname(album.manifest), 'pipe.jpg')])
  await mkdir(join(dirname(album.manifest), 'folder.jpg'))
  const rows = ['pipe.jpg', 'folder.jpg'].map((name) => `${name},Picture,1920,1920`)
  await album.table(ALBUM_HEADER, ...rows)
  const { code, report } = await check(album)
  expect(code).toBe(3)
  const about = report.findings.map(({ cell, message }: Record<string, string>) => [cell, message])
  expect(about).toEqual(
    expect.arrayContaining([
      ['A2', 'This is not a regular file.'],
      ['A3', 'This is a folder, not a file.'],
    ]),
  )
})

test('reports what the API would reject before it sends anything', async () => {
  await using album = await createAlbum()
  await album.picture('a.jpg')
  const address = `https://example.org/${'x'.repeat(2000)}`
  await album.table(
    `${ALBUM_HEADER},description,source_url,row_id`,
    `a.jpg,A,1920,1920,${'d'.repeat(100_001)},,1`,
    `a.jpg,A,1920,1920,,${address},2`,
    `a.jpg,A,1920,1920s,,${address},3`,
    'a.jpg,A,1920,1920,,https://ada:secret@example.org/,4',
  )
  const { code, report } = await check(album)
  expect(code).toBe(3)
  const errors = report.findings.filter(
    ({ severity }: { severity: string }) => severity === 'error',
  )
  expect(errors.map((error: Record<string, string>) => [error.code, error.cell])).toEqual([
    ['description.refused', 'E2'],
    ['source_url.refused', 'F3'],
    ['edtf.invalid', 'D4'],
    ['source_url.refused', 'F4'],
    ['url.invalid', 'F5'],
  ])
})

test('finds a truncated picture before it sends anything', async () => {
  await using album = await createAlbum()
  const whole = await album.picture('whole.jpg')
  await album.file('copied.jpg', whole.subarray(0, whole.length / 2))
  await album.table(ALBUM_HEADER, 'whole.jpg,One,1920,1920', 'copied.jpg,Two,1920,1920')
  const { code, report } = await check(album)
  expect(code).toBe(3)
  expect(report.findings.at(-1)).toMatchObject({
    code: 'file.truncated',
    severity: 'error',
    cell: 'A3',
  })
  expect(report.summary).toMatchObject({ rows: 2, ok: 1 })
})

test('shows every finding on a terminal with --max-errors, otherwise how to see them all', async () => {
  await using album = await createAlbum()
  const rows = Array.from({ length: 7 }, (_, n) => `${n}.jpg,Picture,1920,1920`)
  await album.table(ALBUM_HEADER, ...rows)
  const words = ['import', 'check', album.manifest, '--offline', '--collection', '1']
  const few = await runCli(words, { tty: true, columns: 500 })
  const how = /Some findings are not shown: --max-errors (\d+) shows all, -o tsv .*--annotate /
  const [, all = ''] = how.exec(few.stdout) ?? []
  const { stdout } = await runCli([...words, '--max-errors', all], { tty: true })
  expect(stdout.match(/File not found\./g)).toHaveLength(7)
  expect(stdout).not.toContain('Some findings are not shown')
})

test('prints only data rows to a pipe, and the summary to standard error', async () => {
  await using album = await createAlbum()
  await album.table(ALBUM_HEADER, 'a.jpg,One,1920,1920', 'b.jpg,Two,1920,1920')
  const words = ['import', 'check', album.manifest, '--offline', '--collection', '1']
  const { stdout, stderr } = await runCli(words)
  const lines = stdout.split('\n').slice(0, -1)
  expect(lines[0]).toBe('severity\tcode\tline\tcell\tvalue\tmessage\tsuggestion')
  expect(lines.slice(1).map((line) => line.split('\t').length)).toEqual([7, 7, 7])
  expect(stderr).toContain('2 errors, 0 of 2 rows are valid. Nothing was sent.')
})
