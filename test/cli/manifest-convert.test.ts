import { mkdtempDisposable, readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTable } from '../../src/cli/tables/manifest.ts'
import { createAlbum } from '../support/album.ts'
import { runCli, type TestCliOptions } from '../support/test-cli.ts'
import { sheetOf, workbookOf } from '../support/manifests.ts'

const FORMATS = ['csv', 'tsv', 'xlsx', 'jsonl'] as const

async function openFolder() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-convert-'))
  const path = (name: string) => resolve(folder.path, name)
  return {
    path,
    write: async (name: string, content: string | Uint8Array) => {
      await writeFile(path(name), content)
      return path(name)
    },
    read: async (name: string) => await readFile(path(name), 'utf8'),
    list: async () => (await readdir(folder.path)).toSorted(),
    convert: async (from: string, to: string, more: string[] = [], options: TestCliOptions = {}) =>
      await runCli(
        ['manifest', 'convert', path(from), to === '-' ? to : path(to), ...more],
        options,
      ),
    [Symbol.asyncDispose]: () => folder.remove(),
  }
}

/** All cells of a table as stored: undefined for missing ones. */
async function readCells(path: string) {
  const table = await openTable(path, { map: {}, set: {}, findMissingCells: true })
  if ('code' in table) throw new Error(table.message)
  const rows: (string | undefined)[][] = []
  for await (const { cells, problems } of table.records()) {
    expect(problems).toEqual([])
    rows.push(table.header.map((_, index) => cells[index]))
  }
  return { header: table.header, rows }
}

const NAMES = ['file', 'title', '1', '_box', '=1+1', 'reference_id', '__proto__', 'edtf_date']

const cell = fc.option(
  fc.oneof(
    fc.constantFrom(
      '',
      '007',
      '1e5',
      '1920-05-01',
      '5/12/1920',
      '=1+1',
      "'=1+1",
      "'tis",
      '+41 31 000',
      '-73.99',
      'true',
      'a;b,c|d\te',
      '"quoted"',
      'line\nbreak',
      'line\r\nbreak',
      '\rold Mac',
      ' blank ',
      'n\u0303 \u00f1',
      '_x0041_',
      '\u0001\u0085\ufffe',
    ),
    fc
      .string({ unit: 'binary', maxLength: 10 })
      .filter((text) => text.isWellFormed() && !/[\0\ufeff]/.test(text)),
  ),
  { nil: undefined },
)

const table = fc.record({
  header: fc.shuffledSubarray(NAMES, { minLength: 2 }),
  rows: fc.array(fc.array(cell, { minLength: 8, maxLength: 8 }), { minLength: 1, maxLength: 5 }),
})

test('keeps every cell through all formats', async () => {
  await using folder = await openFolder()
  await fc.assert(
    fc.asyncProperty(
      table,
      fc.shuffledSubarray([...FORMATS]),
      async ({ header, rows }, formats) => {
        const own = rows
          .map((cells) => header.map((_, index) => cells[index]))
          .filter((cells) => cells.some((text) => text?.trim()))
        fc.pre(own.length > 0)
        const lines = own.map((cells) => {
          const members = header.map(
            (name, index) => `${JSON.stringify(name)}:${JSON.stringify(cells[index] ?? null)}`,
          )
          return `{${members.join()}}\n`
        })
        let from = 'start.jsonl'
        await folder.write(from, lines.join(''))
        const start = await readCells(folder.path(from))
        for (const format of [...formats, 'csv']) {
          const to = `to-${from}.${format}`.slice(-40)
          const { code, stderr } = await folder.convert(from, to, ['--force'])
          expect(code, stderr).toBe(0)
          from = to
          expect(await readCells(folder.path(from)), from).toEqual(start)
        }
      },
    ),
    { numRuns: 25 },
  )
})

test('neutralizes formulas in CSV, and marks the file so that they are read back', async () => {
  await using folder = await openFolder()
  await folder.write(
    'a.jsonl',
    '{"file":"a.jpg","title":"=HYPERLINK(1)"}\n{"file":"b.jpg","title":""}\n',
  )
  expect((await folder.convert('a.jsonl', 'a.csv')).code).toBe(0)
  expect(await folder.read('a.csv')).toBe(
    '\ufefffile,title,_escaped\r\na.jpg,\'=HYPERLINK(1),\r\nb.jpg,"",\r\n',
  )
  expect((await folder.convert('a.csv', 'b.jsonl')).code).toBe(0)
  expect(await folder.read('b.jsonl')).toBe(await folder.read('a.jsonl'))
})

test('writes to standard output, with semicolons for European Excel', async () => {
  await using folder = await openFolder()
  await folder.write('a.csv', 'Datei,title\na.jpg,"one; two"\n')
  const written = await folder.convert('a.csv', '-', [
    '--format',
    'csv',
    '--excel-locale',
    'eu',
    '--map',
    'Datei=file',
  ])
  expect(written).toMatchObject({ code: 0, stderr: '' })
  expect(written.stdout).toBe('\ufefffile;title\r\na.jpg;"one; two"\r\n')
})

test('replaces files only with --force, and never its input', async () => {
  await using folder = await openFolder()
  await folder.write('a.csv', 'file,title\na.jpg,One\n')
  await folder.write('b.csv', 'old')
  await symlink(folder.path('a.csv'), folder.path('link.csv'))
  const refused = await folder.convert('a.csv', 'b.csv', ['--json'])
  expect(refused.code).toBe(9)
  expect(JSON.parse(refused.stdout).error).toMatchObject({ code: 'file_exists' })
  expect(await folder.read('b.csv')).toBe('old')
  const same = await folder.convert('a.csv', 'link.csv', ['--force'])
  expect(same.code).toBe(2)
  expect(same.stderr).toContain('is read by this command')
  const done = await folder.convert('a.csv', 'b.csv', ['--force', '--json'])
  expect(JSON.parse(done.stdout)).toEqual({
    file: folder.path('b.csv'),
    format: 'csv',
    rows: 1,
    columns: 2,
    warnings: 0,
  })
  expect(await folder.list()).toEqual(['a.csv', 'b.csv', 'link.csv'])
})

test('lists everything that cannot be read without loss, and leaves no file', async () => {
  await using folder = await openFolder()
  await folder.write('a.csv', 'file,title\na.jpg,One,2,3\nb.jpg,Two,3\n')
  const ragged = await folder.convert('a.csv', 'b.xlsx')
  expect(ragged.code).toBe(3)
  expect(ragged.stderr).toMatch(/line 2: The row has 4 cells.*\n.*line 3: The row has 3 cells/)
  const date = '<c r="A2" t="d"><v>1920-05-01</v></c>'
  await folder.write('c.xlsx', workbookOf(sheetOf(['Box', 'file'], [date, 'a.jpg'])))
  const converted = await folder.convert('c.xlsx', 'd.csv', ['--json'])
  expect(converted.code).toBe(3)
  const { error } = JSON.parse(converted.stdout)
  expect(error.code).toBe('manifest_invalid')
  expect(error.fields[folder.path('c.xlsx')]).toEqual([expect.stringMatching(/^A2: .* to a date/)])
  expect(await folder.list()).toEqual(['a.csv', 'c.xlsx'])
})

test.each([
  ['csv', '{"file":"a\\u0000b"}', /Cell A2 contains a null character/],
  ['xlsx', `{"file":"${'x'.repeat(32_768)}"}`, /Cell A2 has more than 32,767 characters/],
  ['tsv', '{"file":"a","ti\\ud800tle":"b"}', /Cell B1 contains half of a character/],
])('refuses text that %s cannot hold', async (format, line, message) => {
  await using folder = await openFolder()
  await folder.write('a.jsonl', line)
  const { code, stderr } = await folder.convert('a.jsonl', `b.${format}`)
  expect(code).toBe(3)
  expect(stderr).toMatch(message)
  expect(await folder.list()).toEqual(['a.jsonl'])
})

test('leaves no file when interrupted, or when the folder does not exist', async () => {
  await using folder = await openFolder()
  await folder.write('a.csv', 'file,title\na.jpg,One\n')
  const signal = AbortSignal.abort('SIGINT')
  expect((await folder.convert('a.csv', 'b.csv', [], { signal })).code).toBe(130)
  const missing = await folder.convert('a.csv', 'missing/b.csv')
  expect(missing.code).toBe(9)
  expect(missing.stderr).toContain('Cannot write')
  expect(await folder.list()).toEqual(['a.csv'])
})

test.each([
  [['.', '--format', 'csv', '--force'], /is a folder/],
  [['/dev/null', '--format', 'csv', '--force'], /is not a regular file/],
  [['b.txt'], /--format: is required/],
  [['b.tsv', '--excel-locale', 'eu'], /--excel-locale: applies only to CSV/],
  [['-', '--format', 'csv', '--json'], /needs a file/],
])('refuses %j', async ([to = '', ...more], message) => {
  await using folder = await openFolder()
  await folder.write('a.csv', 'file,title\na.jpg,One\n')
  const { code, stderr, stdout } = await folder.convert('a.csv', to, more)
  expect(code).toBe(2)
  expect(stderr + stdout).toMatch(message)
})

test('warns once of rows with too few cells, as a line break without quotation marks makes them', async () => {
  await using album = await createAlbum()
  const row = 'a.jpg,T,1905,1905,First line of\nthe description,Smith\n'
  await album.file('split.csv', `file,title,original_date,edtf_date,description,creator\n${row}`)
  const words = ['manifest', 'convert', 'split.csv', '-', '--format', 'tsv']
  const { code, stderr } = await runCli(words, { cwd: album.path })
  expect(code).toBe(0)
  expect(stderr).toContain(
    'split.csv: line 2: The row has 5 cells, the header 6, and 1 more row differs.',
  )
  expect(stderr.match(/more row/g)).toHaveLength(1)
})

test('reads a table of two encodings, and warns of the lines that are not in the first', async () => {
  await using album = await createAlbum()
  const rows = ['a.jpg,Brücke\n', 'b.jpg,Mühle\n', 'c.jpg,Straße\n']
  const bytes = rows.map((row, index) => Buffer.from(row, index === 1 ? 'latin1' : 'utf8'))
  await album.file('mixed.csv', Buffer.concat([Buffer.from('file,title\n'), ...bytes]))
  const convert = (...more: string[]) =>
    runCli(['manifest', 'convert', 'mixed.csv', '-', '--format', 'tsv', ...more], {
      cwd: album.path,
    })
  const refused = await convert()
  expect(refused.code).toBe(3)
  expect(refused.stderr).toContain('Line 3 is not UTF-8')
  expect(refused.stderr).toContain('--encoding-fallback windows-1252')
  const { code, stdout, stderr } = await convert('--encoding-fallback', 'cp1252')
  expect(code).toBe(0)
  expect(stdout.replace('\ufeff', '').split(/\r?\n/)).toEqual([
    'file\ttitle',
    'a.jpg\tBrücke',
    'b.jpg\tMühle',
    'c.jpg\tStraße',
    '',
  ])
  expect(stderr).toContain('Line 3 is not UTF-8 and read as windows-1252.')
})
