import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ALBUM_HEADER, createAlbum } from '../support/album.ts'
import { runCli } from '../support/test-cli.ts'

/** Control sequences, bidirectional controls, line breaks and spreadsheet formulas. */
const HOSTILE = [
  '\u001b]0;owned\u0007',
  '\u009b2J',
  '\u007f',
  'a\u202egpj.exe',
  '\u2066x\u2069',
  '\u061c\u200e\u200f',
  'one\u2028two\u2029three',
  '\u0085next',
  'one\ttwo',
]
const STEERING = /(?!\n)[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u

async function checkHostile(options: string[], tty: boolean) {
  await using album = await createAlbum()
  const rows = HOSTILE.map((text) => JSON.stringify({ file: text, title: text, edtf_date: text }))
  await album.file('album.jsonl', rows.join('\n'))
  const words = ['import', 'check', `${album.path}/album.jsonl`, '--offline', '--collection', '1']
  return await runCli([...words, ...options], { tty, columns: 100 })
}

/** Replaces the tabs between the cells of a table; a tab inside a cell is left at the end of its line. */
function withoutSeparators(table: string): string {
  const separators = table.split('\n', 1)[0]!.split('\t').length - 1
  const cells = new RegExp(`^(?:[^\\t\\n]*\\t){${separators}}`, 'gm')
  return table.replaceAll(cells, (line) => line.replaceAll('\t', ' '))
}

/** A cell of CSV may hold a tab, as it may hold a line break. */
function withoutQuotedTabs(table: string): string {
  return table.replaceAll('one\ttwo', 'one two')
}

test.each(['human', 'csv', 'tsv', 'id', 'json', 'ndjson'])(
  'escapes control characters of a manifest in %s output',
  async (format) => {
    for (const tty of [true, false]) {
      const { stdout, stderr } = await checkHostile(['-o', format], tty)
      const isTabSeparated = format === 'tsv' || (format === 'human' && !tty)
      const cells = isTabSeparated ? withoutSeparators(stdout) : stdout
      expect(format === 'csv' ? withoutQuotedTabs(cells) : cells).not.toMatch(STEERING)
      expect(stderr).not.toMatch(STEERING)
      expect(stdout.length).toBeGreaterThan(HOSTILE.length)
    }
  },
)

test('JSON output keeps every character of a value', async () => {
  const { stdout } = await checkHostile(['--json'], false)
  const { findings } = JSON.parse(stdout) as { findings: { column: string; value: string }[] }
  const values = findings.filter(({ column }) => column === 'file').map(({ value }) => value)
  expect(new Set(values)).toEqual(new Set(HOSTILE))
})

test('escapes line breaks in names', async () => {
  await using album = await createAlbum()
  const { stderr } = await runCli(['import', 'check', `${album.path}/a\ncatalog: forged.csv`])
  expect(stderr.split('\n').filter((line) => line.startsWith('catalog:'))).toHaveLength(1)
})

test('-o csv neutralizes formulas as annotated copies do, and leaves plain numbers alone', async () => {
  await using album = await createAlbum()
  await album.table(
    `${ALBUM_HEADER},rotation,_longitude`,
    '=cmd.jpg,T,1920,1920,-73.99,-73.99',
    '+5,T,1920,1920,-1e3,+5',
    '"@SUM(1,2)",T,1920,1920,-1+1,-1e3',
  )
  const words = ['import', 'check', album.manifest, '--offline', '--collection', '1']
  const csv = await runCli([...words, '-o', 'csv', '--fields', 'value', '--annotate'])
  expect(csv.stdout.split('\n').slice(2, -1)).toEqual([
    "'=cmd.jpg",
    '-73.99',
    '+5',
    '-1e3',
    `"'@SUM(1,2)"`,
    "'-1+1",
  ])
  const copy = await readFile(`${album.path}/album.checked.csv`, 'utf8')
  expect(copy.match(/^['+"=][^,]*/gm)).toEqual(["'=cmd.jpg", '+5', `"'@SUM(1`])
  expect(copy).toContain(',-73.99,-73.99,')
  expect(copy).toContain(',-1e3,+5,')
  expect(copy).toContain(",'-1+1,-1e3,")
})
