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

const PER_FOLDER = 1000

await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-bench-'))
const path = (name: string): string => join(folder.path, name)

for (const count of [10_000, 100_000]) {
  await makePictures(path(`${count}`), count)
  await measure(`scan of ${count} pictures`, 'scan', path(`${count}`), path(`${count}.csv`), '-r')
}
const scanned = path('100000.csv')
await measure('conversion to XLSX', 'convert', scanned, path('album.xlsx'))
await measure(
  'conversion of XLSX to JSON lines',
  'convert',
  path('album.xlsx'),
  path('album.jsonl'),
)
await measure('comparison of CSV and JSON lines', 'diff', scanned, path('album.jsonl'))
await measure('merge', 'merge', scanned, path('album.jsonl'), '--to', path('merged.csv'))

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

async function measure(what: string, ...words: string[]): Promise<void> {
  const { stdout, usage } = await runMeasured(['manifest', ...words, '--json'])
  const { rows, error } = JSON.parse(stdout)
  const result = error?.message ?? `${Array.isArray(rows) ? rows.length : rows} rows`
  console.log(`${what}: ${usage}; ${result}`)
}
