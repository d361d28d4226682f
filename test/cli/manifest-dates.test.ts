import { existsSync } from 'node:fs'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli, type TestCliOptions } from '../support/test-cli.ts'

const ALBUM = [
  'file;title;original_date;edtf_date;note',
  'a.jpg;A;ca. 1920;;"=1+1"',
  'b.jpg;B;5/12/1920;;',
  'c.jpg;C;ca. 1920;1921;""',
  'd.jpg;D;Bahnhof;;007',
  'e.jpg;E;[1910];;',
  '',
]

/** Creates a folder with this manifest, in which commands run. */
async function openFolder(lines: readonly string[] = ALBUM, name = 'album.csv') {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-dates-'))
  await writeFile(join(folder.path, name), lines.join('\n'))
  return {
    has: (file: string) => existsSync(join(folder.path, file)),
    read: (file: string) => readFile(join(folder.path, file), 'utf8'),
    run: (words: string[], options: TestCliOptions = {}) =>
      runCli(['manifest', ...words], { cwd: folder.path, ...options }),
    [Symbol.asyncDispose]: () => folder.remove(),
  }
}

test('lists each recorded date once, with its number of rows', async () => {
  await using folder = await openFolder()
  const { code, stdout, stderr } = await folder.run(['dates', 'album.csv'])
  expect(code).toBe(0)
  expect(stdout.split('\n').map((line) => line.split('\t').slice(0, 4))).toEqual([
    ['recorded', 'rows', 'confidence', 'edtf'],
    ['ca. 1920', '2', 'certain', '1920~'],
    ['[1910]', '1', 'likely', '1910?'],
    ['5/12/1920', '1', 'ambiguous', '1920-12-05 or 1920-05-12'],
    ['Bahnhof', '1', 'none', ''],
    [''],
  ])
  expect(stderr).toBe('4 distinct dates: 1 certain, 1 likely, 1 ambiguous, 1 not read.\n')
})

test.each([
  ['Bahnhof', 'unknown word "bahnhof"'],
  ['31.2.1912', '1912-02 has no day 31'],
  ['1912-05-03 14:30', 'a time of day'],
  ['3 May', 'no year'],
  ['1910 1911', 'the parts do not form one date'],
  ['1'.repeat(101), 'longer than 100 characters'],
])('tells why %s is not read', async (date, reason) => {
  await using folder = await openFolder(['file,original_date', `a.jpg,${date}`, ''])
  const { stdout } = await folder.run(['dates', 'album.csv'], { tty: true })
  expect(stdout).toContain(`note: Not understood as a date: ${reason}.`)
  const { rows } = JSON.parse((await folder.run(['dates', 'album.csv', '--json'])).stdout)
  expect(rows).toMatchObject([{ confidence: 'none', reason }])
})

test('fills only certain dates into blank cells of a copy', async () => {
  await using folder = await openFolder()
  const { stdout } = await folder.run(['dates', 'album.csv', '--write', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({
    summary: { dates: 4, certain: 1, likely: 1, ambiguous: 1, none: 1, blank_certain: 1 },
    written: { file: expect.stringMatching(/\/album\.dates\.csv$/), rows: 5, filled: 1 },
    rows: [{ recorded: 'ca. 1920', rows: 2, blank: 1, readings: [{ edtf: '1920~' }] }, {}, {}, {}],
  })
  expect(await folder.read('album.csv')).toBe(ALBUM.join('\n'))
  const lines = (await folder.read('album.dates.csv')).replace('\ufeff', '').split('\r\n')
  expect(lines).toEqual([
    'file;title;original_date;edtf_date;note;_escaped',
    "a.jpg;A;ca. 1920;1920~;'=1+1;",
    'b.jpg;B;5/12/1920;;;',
    'c.jpg;C;ca. 1920;1921;"";',
    'd.jpg;D;Bahnhof;;007;',
    'e.jpg;E;[1910];;;',
    '',
  ])
})

test.each(['album.jsonl', 'album.xlsx', 'album.tsv'])(
  'changes no other cell of %s',
  async (name) => {
    await using folder = await openFolder()
    await folder.run(['convert', 'album.csv', name])
    const { code } = await folder.run(['dates', name, '--write', `dated-${name}`])
    expect(code).toBe(0)
    await folder.run(['dates', 'album.csv', '--write', 'dated.csv'])
    for (const file of ['dated.csv', `dated-${name}`]) {
      await folder.run(['convert', file, `${file}.jsonl`])
    }
    expect(await folder.read(`dated-${name}.jsonl`)).toBe(await folder.read('dated.csv.jsonl'))
  },
)

test('adds a missing column after the recorded dates', async () => {
  await using folder = await openFolder(['file,Datum,title', 'a.jpg,Mai 1912,A', 'b.jpg,?,B', ''])
  const words = ['dates', 'album.csv', '--map', 'Datum=original_date', '--write', 'new.csv']
  expect((await folder.run(words)).code).toBe(0)
  expect((await folder.read('new.csv')).replace('\ufeff', '').split('\r\n')).toEqual([
    'file,original_date,edtf_date,title',
    'a.jpg,Mai 1912,1912-05,A',
    'b.jpg,?,,B',
    '',
  ])
})

test('limits the languages and fixes the order of numeric dates', async () => {
  await using folder = await openFolder()
  const edtf = async (...words: string[]) => {
    const { stdout } = await folder.run(['dates', 'album.csv', ...words, '--fields', 'edtf'])
    return stdout.split('\n')
  }
  expect(await edtf('--day-first')).toContain('1920-12-05')
  expect(await edtf('--month-first')).toContain('1920-05-12')
  expect(await edtf('--lang', 'fr')).toContain('1920-12-05')
})

test.each([
  [
    '25/12/1920',
    'The order of 2 dates such as 5/12/1920 is unknown. 1 date such as 25/12/1920 begins with the day: --day-first reads all of them so.',
  ],
  [
    '12-25-1920',
    'The order of 2 dates such as 5/12/1920 is unknown. 1 date such as 12-25-1920 begins with the month: --month-first reads all of them so.',
  ],
])('tells that %s proves the order of numeric dates', async (proof, note) => {
  await using folder = await openFolder([
    'file,original_date',
    `a.jpg,${proof}`,
    'b.jpg,5/12/1920',
    'c.jpg,5/12/1920',
    '',
  ])
  const dates = ['dates', 'album.csv']
  expect((await folder.run(dates)).stderr).toContain(note)
  expect((await folder.run([...dates, '--day-first'])).stderr).not.toContain('order')
})

test('tells that the order of numeric dates is mixed', async () => {
  const rows = ['25/12/1920', '12/25/1920', '5/12/1920'].map((date) => `a.jpg,${date}`)
  await using folder = await openFolder(['file,original_date', ...rows, ''])
  const { stderr } = await folder.run(['dates', 'album.csv'])
  expect(stderr).toContain(
    'The order of day and month is mixed (25/12/1920, 12/25/1920), so 1 date such as 5/12/1920 cannot be read.',
  )
})

test('asks a person for each date that is not certain', async () => {
  await using folder = await openFolder()
  const questions: string[] = []
  const { code, stderr } = await folder.run(['dates', 'album.csv', '--write', '--interactive'], {
    answers: ['', '1920-05-12', 'enter', 'about 1930', '193X'],
    onQuestion: (question) => questions.push(question),
  })
  expect(code).toBe(0)
  expect(questions).toEqual([
    '"[1910]" (1 row):',
    '"5/12/1920" (1 row):',
    '"Bahnhof" (1 row):',
    'EDTF of "Bahnhof" (blank to leave it):',
    'EDTF of "Bahnhof" (blank to leave it):',
  ])
  expect(stderr).toContain('Not an EDTF date: an approximate date is marked with ~')
  const written = await folder.read('album.dates.csv')
  for (const cells of ['1920;1920~;', '1920;1920-05-12;', 'Bahnhof;193X;', '[1910];;']) {
    expect(written).toContain(cells)
  }
})

test('replaces no file without --force, and never the manifest', async () => {
  await using folder = await openFolder()
  await folder.run(['dates', 'album.csv', '--write'])
  const again = await folder.run(['dates', 'album.csv', '--write'])
  expect([again.code, again.stderr]).toEqual([9, expect.stringContaining('--force')])
  expect((await folder.run(['dates', 'album.csv', '--write', '--force'])).code).toBe(0)
  const itself = ['dates', 'album.csv', '--write', 'album.csv', '--force']
  expect((await folder.run(itself)).code).toBe(2)
  expect(await folder.read('album.csv')).toBe(ALBUM.join('\n'))
})

test.each([
  [['--interactive'], '--interactive: needs --write'],
  [['--interactive', '--write'], '--interactive: needs a terminal'],
  [['--write', '-'], '--write: needs a file'],
  [['--day-first', '--month-first'], "cannot be used with option '--day-first'"],
  [['--lang', 'xx'], 'Must be a list of en, de'],
])('rejects %j', async (words, message) => {
  await using folder = await openFolder()
  const { code, stderr } = await folder.run(['dates', 'album.csv', ...words])
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  expect(folder.has('album.dates.csv')).toBe(false)
})

test('requires a column of recorded dates', async () => {
  await using folder = await openFolder(['file,Datum', 'a.jpg,1912', ''])
  const { code, stderr } = await folder.run(['dates', 'album.csv'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('no column "original_date"')])
})
