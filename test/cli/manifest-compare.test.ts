import { mkdtempDisposable, readFile, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runCli } from '../support/test-cli.ts'

async function openTables(tables: Record<string, string>) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-compare-'))
  for (const [name, text] of Object.entries(tables)) await writeFile(join(folder.path, name), text)
  return {
    run: async (...words: string[]) => await runCli(['manifest', ...words], { cwd: folder.path }),
    read: async (name: string) =>
      (await readFile(join(folder.path, name), 'utf8')).replace('\ufeff', ''),
    list: async () => (await readdir(folder.path)).toSorted(),
    write: async (name: string, text: string) => await writeFile(join(folder.path, name), text),
    [Symbol.asyncDispose]: () => folder.remove(),
  }
}

const BEFORE = 'file,title,creator\na.jpg,One,Ada\nb.jpg,Two,\nc.jpg,Three,\n'
const AFTER = [
  '{"File":"b.jpg","title":"Two","original_date":" "}',
  '{"File":"a.jpg","title":" Uno ","original_date":"1912"}',
  '{"File":"d.jpg","title":"Four"}',
].join('\n')

test('lists rows and cells that differ, across formats', async () => {
  await using tables = await openTables({ 'a.csv': BEFORE, 'b.jsonl': AFTER })
  const { code, stdout, stderr } = await tables.run('diff', 'a.csv', 'b.jsonl')
  expect(code).toBe(12)
  expect(stdout.split('\n')).toEqual([
    'change\tkey\tcolumn\tbefore\tafter',
    'changed\ta.jpg\ttitle\tOne\tUno',
    'changed\ta.jpg\tcreator\tAda\t',
    'changed\ta.jpg\toriginal_date\t\t1912',
    'removed\tc.jpg\t\t\t',
    'added\td.jpg\t\t\t',
    '',
  ])
  expect(stderr).toContain('1 row added, 1 removed, 1 changed.')
  const json = await tables.run('diff', 'a.csv', 'b.jsonl', '--json')
  expect(json.code).toBe(12)
  const { rows, ...counts } = JSON.parse(json.stdout)
  expect(counts).toEqual({
    schema: 'catalog.diff/1',
    equal: false,
    key: 'file',
    added: 1,
    removed: 1,
    changed: 1,
    columns_added: ['original_date'],
    columns_removed: ['creator'],
    without_key: 0,
  })
  expect(rows[0]).toEqual({
    change: 'changed',
    key: 'a.jpg',
    column: 'title',
    before: 'One',
    after: 'Uno',
  })
})

test('finds no difference in a converted table, and in names of another Unicode form', async () => {
  await using tables = await openTables({
    'a.csv': 'file,title\nsub/caf\u00e9.jpg,007\nb.jpg,\n',
    'b.csv': 'title;file;creator\n;b.jpg;\n007;sub\\cafe\u0301.jpg;\n',
  })
  await tables.run('convert', 'a.csv', 'a.xlsx')
  for (const other of ['a.xlsx', 'b.csv']) {
    const { code, stdout } = await tables.run('diff', 'a.csv', other)
    expect([code, stdout], other).toEqual([0, ''])
  }
  const { stdout } = await tables.run('diff', 'a.csv', 'a.xlsx', '--json')
  expect(JSON.parse(stdout)).toMatchObject({ equal: true, rows: [] })
})

test.each([
  [['a.csv', 'twice.csv'], 3, /twice.csv: several rows have the file "a.jpg"/],
  [['a.csv', 'twice.csv', '--key', 'Row-ID'], 2, /--key: is "Row-ID", which a.csv does not have/],
  [['a.csv', 'other.csv'], 2, /--key: is required/],
  [['a.csv', 'missing.csv'], 5, /missing.csv cannot be read: no such file/],
])('refuses to compare %j', async (words, expected, message) => {
  await using tables = await openTables({
    'a.csv': BEFORE,
    'twice.csv': 'file,row_id\na.jpg,1\na.jpg,2\n',
    'other.csv': 'title,creator\na,b\n',
  })
  const { code, stdout, stderr } = await tables.run('diff', ...words, '--json')
  expect(code).toBe(expected)
  expect(JSON.parse(stdout).error.message + stderr).toMatch(message)
})

const BASE = 'file,title,reference_id\na.jpg,One,007\nb.jpg,,\n,no file,\n'

test('fills blank cells, adds columns, and appends rows on request', async () => {
  await using tables = await openTables({
    'base.csv': BASE,
    'more.csv': 'reference_id;file;edtf_date\n008;b.jpg;1912\n;c.jpg;1913\n',
    'last.jsonl': '{"file":"b.jpg","title":"=Two"}\n{"file":"c.jpg","title":"Three"}\n',
  })
  const words = ['merge', 'base.csv', 'more.csv', 'last.jsonl', '--to', 'all.csv']
  const plain = await tables.run(...words, '--json')
  expect(plain.code).toBe(0)
  expect(JSON.parse(plain.stdout)).toMatchObject({
    key: 'file',
    rows: 3,
    columns: 4,
    filled: 3,
    replaced: 0,
    appended: 0,
    unmatched: 2,
  })
  expect(await tables.read('all.csv')).toBe(
    "file,title,reference_id,edtf_date,_escaped\r\na.jpg,One,007,,\r\nb.jpg,'=Two,008,1912,\r\n,no file,,,\r\n",
  )
  const all = await tables.run(...words, '--append', '--force')
  expect(all.stderr).toBe('Written: all.csv (4 rows)\n')
  expect(await tables.read('all.csv')).toContain('\r\n,no file,,,\r\nc.jpg,Three,,1913,\r\n')
})

test('refuses conflicts with a list of them, unless a table is preferred', async () => {
  await using tables = await openTables({
    'base.csv': BASE,
    'other.csv': 'file,title\na.jpg,Uno\n',
  })
  const refused = await tables.run('merge', 'base.csv', 'other.csv', '--to', 'all.csv', '--json')
  expect(refused.code).toBe(3)
  const { error } = JSON.parse(refused.stdout)
  expect(error).toMatchObject({
    code: 'merge_conflict',
    fields: { file: ['a.jpg: title is "One", but "Uno" in other.csv.'] },
  })
  expect(await tables.list()).toEqual(['base.csv', 'other.csv'])
  for (const [prefer, title] of [
    ['base', 'One'],
    ['other', 'Uno'],
  ]) {
    const words = ['merge', 'base.csv', 'other.csv', '--to', '-', '--format', 'jsonl']
    const { stdout } = await tables.run(...words, '--prefer', prefer!)
    expect(stdout.split('\n')[0]).toBe(`{"file":"a.jpg","title":"${title}","reference_id":"007"}`)
  }
})

test('never replaces a table that it reads', async () => {
  await using tables = await openTables({
    'base.csv': BASE,
    'other.csv': 'file,title\nb.jpg,Two\n',
  })
  const { code, stderr } = await tables.run(
    'merge',
    'base.csv',
    'other.csv',
    '--to',
    'other.csv',
    '--force',
  )
  expect(code).toBe(2)
  expect(stderr).toContain('other.csv: is read by this command')
})

test('merging into the rows of the base gives no conflicts with itself, and differs only where it was filled', async () => {
  const cell = fc.constantFrom('', 'x', 'y', ' z')
  const rows = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 9 }), cell, cell), {
    selector: ([key]) => key,
    minLength: 1,
  })
  await using tables = await openTables({})
  const write = async (name: string, table: [number, string, string][]) => {
    const lines = table.map((cells) => cells.join())
    await tables.write(name, ['file,title,creator', ...lines].join('\n'))
  }
  await fc.assert(
    fc.asyncProperty(rows, rows, async (base, other) => {
      await write('base.csv', base)
      await write('other.csv', other)
      await tables.run(
        'merge',
        'base.csv',
        'other.csv',
        '--to',
        'all.csv',
        '--prefer',
        'base',
        '--append',
        '--force',
      )
      const again = ['merge', 'all.csv', 'base.csv', '--to', 'again.csv', '--force', '--json']
      expect(JSON.parse((await tables.run(...again)).stdout)).toMatchObject({
        filled: 0,
        unmatched: 0,
      })
      const { stdout } = await tables.run('diff', 'base.csv', 'all.csv', '--json')
      const diff = JSON.parse(stdout)
      expect(diff.removed).toBe(0)
      expect(diff.added).toBe(other.filter(([key]) => !base.some(([own]) => own === key)).length)
      for (const { change, before } of diff.rows) if (change === 'changed') expect(before).toBe('')
    }),
    { numRuns: 15 },
  )
})
