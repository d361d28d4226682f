/**
 * Time and memory of `catalog import check` in a separate process: for a large manifest as CSV, JSON lines and a
 * workbook, and for one with errors in every row. The files are 10 kB each and all different.
 */

import { createWriteStream } from 'node:fs'
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { execa } from 'execa'
import { writeXlsxStream } from 'hucre/xlsx'
import { runMeasured } from '../support/measured-program.ts'
import { plain, RED } from '../support/pictures.ts'
import { reportFigure } from './support/table.ts'

const ROWS = 100_000
const FILE_BYTES = 10_000
const PER_FOLDER = 1000
const HEADER = ['file', 'title', 'original_date', 'edtf_date', 'creator', 'subjects', 'description']

await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-bench-'))
await makeFiles()
const csv = await measure('CSV', await table('album.csv', ROWS, right))
const listing = await measureListing()
reportFigure(`check of ${ROWS} rows with their files`, csv, `find -size: ${listing}`)
await compare('as JSON lines', await jsonl('album.jsonl'))
await compare('as XLSX', await workbook('album.xlsx'))
await compare('ten times as many, files not there', await table('huge.csv', ROWS * 10, absent))
await compare('with three errors each', await table('wrong.csv', ROWS, wrong))
await measure('CSV, with an annotated copy', join(folder.path, 'wrong.csv'), '--annotate')
await measure('CSV, files read whole', join(folder.path, 'album.csv'), '--hash-first')

async function makeFiles(): Promise<void> {
  const picture = await plain(8, 8, RED).jpeg().toBuffer()
  const bytes = Buffer.alloc(FILE_BYTES)
  picture.copy(bytes)
  for (let n = 0; n < ROWS; n += 1) {
    const name = nameOf(n)
    if (n % PER_FOLDER === 0)
      await mkdir(join(folder.path, name.split('/')[0]!), { recursive: true })
    bytes.writeUInt32BE(n, picture.length)
    await writeFile(join(folder.path, name), bytes)
  }
}

function nameOf(n: number): string {
  return `box-${Math.floor(n / PER_FOLDER)}/scan-${String(n).padStart(7, '0')}.jpg`
}

function right(n: number): string[] {
  const description = `Picture ${n} of the collection, looking north over the river and the mills.`
  return [
    nameOf(n),
    `View number ${n}`,
    'ca. 1920',
    '1920~',
    'A. Example',
    `place-${n % 500}`,
    description,
  ]
}

function absent(n: number): string[] {
  return [`nowhere/${n}.jpg`, ...right(n).slice(1)]
}

function wrong(n: number): string[] {
  return [`nowhere/${n}.jpg`, '', 'ca. 1920', '1920s', 'A. Example', '', '']
}

async function table(name: string, rows: number, row: (n: number) => string[]): Promise<string> {
  const path = join(folder.path, name)
  await pipeline(function* () {
    yield `${HEADER.join(';')}\n`
    for (let n = 0; n < rows; n += 1) yield `${row(n).join(';')}\n`
  }, createWriteStream(path))
  return path
}

async function jsonl(name: string): Promise<string> {
  const path = join(folder.path, name)
  await pipeline(function* () {
    for (let n = 0; n < ROWS; n += 1) {
      const cells = right(n)
      yield `${JSON.stringify(Object.fromEntries(HEADER.map((column, index) => [column, cells[index]])))}\n`
    }
  }, createWriteStream(path))
  return path
}

async function workbook(name: string): Promise<string> {
  const path = join(folder.path, name)
  function* rows() {
    yield HEADER
    for (let n = 0; n < ROWS; n += 1) yield right(n)
  }
  const bytes = writeXlsxStream(rows(), { name: 'Images', inlineStrings: false })
  await pipeline(bytes, createWriteStream(path))
  return path
}

async function compare(what: string, path: string): Promise<void> {
  reportFigure(`check of rows ${what}`, await measure(what, path), `${ROWS} rows of CSV: ${csv}`)
}

/** Asks for the size of each file, as a check does. */
async function measureListing(): Promise<string> {
  const began = performance.now()
  await execa('find', [folder.path, '-size', '+1k', '-name', '*.jpg'], { stdout: 'ignore' })
  return `${((performance.now() - began) / 1000).toFixed(1)} s`
}

/** @returns time and memory */
async function measure(what: string, path: string, ...more: string[]): Promise<string> {
  const words = ['import', 'check', path, '--offline', '--collection', '1', '--json', ...more]
  const { stdout, usage } = await runMeasured(words)
  const { summary } = JSON.parse(stdout)
  console.log(
    `${what}: ${usage}; ${summary.rows} rows, ${summary.errors} errors, ${summary.warnings} warnings`,
  )
  return usage
}
