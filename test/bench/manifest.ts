/**
 * Time and memory of the `catalog manifest` commands in separate processes: a scan of 10,000 and of 100,000 pictures
 * with EXIF and XMP data, and the result converted, compared and merged.
 */

import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { xmpOf } from '../support/image-metadata.ts'
import { runMeasured } from '../support/measured-program.ts'
import { plain, RED } from '../support/pictures.ts'
import { reportFigure } from './support/table.ts'

const PER_FOLDER = 1000

await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-bench-'))
const path = (name: string): string => join(folder.path, name)

const few = await scan(10_000)
reportFigure('scan of 100,000 pictures', await scan(100_000), `of 10,000: ${few}`)
const scanned = path('100000.csv')
const copied = await measure('copy as CSV', 'convert', scanned, path('copy.csv'))
const compare = async (what: string, ...words: string[]) =>
  reportFigure(`${what}, 100,000 rows`, await measure(what, ...words), `CSV to CSV: ${copied}`)
await compare('conversion to XLSX', 'convert', scanned, path('album.xlsx'))
await compare('XLSX to JSON lines', 'convert', path('album.xlsx'), path('album.jsonl'))
await compare('comparison of CSV and JSON lines', 'diff', scanned, path('album.jsonl'))
await compare('merge', 'merge', scanned, path('album.jsonl'), '--to', path('merged.csv'))

/** @returns time and memory */
async function scan(count: number): Promise<string> {
  await makePictures(path(`${count}`), count)
  const words = ['scan', path(`${count}`), path(`${count}.csv`), '-r']
  return await measure(`scan of ${count} pictures`, ...words)
}

async function makePictures(root: string, count: number): Promise<void> {
  const title =
    '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">The Bridge</rdf:li></rdf:Alt></dc:title>'
  const bytes = await plain(8, 8, RED)
    .withExif({ IFD0: { Artist: 'Ada' }, IFD2: { DateTimeOriginal: '1912:05:17 00:00:00' } })
    .withXmp(xmpOf(title))
    .jpeg()
    .toBuffer()
  for (let n = 0; n < count; n += 1) {
    const box = join(root, `box-${Math.floor(n / PER_FOLDER)}`)
    if (n % PER_FOLDER === 0) await mkdir(box, { recursive: true })
    await writeFile(join(box, `scan-${n}.jpg`), bytes)
  }
}

/** @returns time and memory */
async function measure(what: string, ...words: string[]): Promise<string> {
  const { stdout, usage } = await runMeasured(['manifest', ...words, '--json'])
  const { rows, error } = JSON.parse(stdout)
  const result = error?.message ?? `${Array.isArray(rows) ? rows.length : rows} rows`
  console.log(`${what}: ${usage}; ${result}`)
  return usage
}
