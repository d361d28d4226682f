import { createWriteStream } from 'node:fs'
import { access, constants, rm } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { formatTimestamp } from '../../../core/base/clock.ts'
import { html, trusted, type Html } from '../../../core/base/html.ts'
import type { Cli } from '../../cli.ts'
import { publishFile } from '../../../core/storage/disk/durable-files.ts'
import { toWriteError } from '../../terminal/write-error.ts'
import { hint } from '../../terminal/output.ts'
import { formatTime } from '../../terminal/format.ts'
import { describeOutcome, tally } from './summary.ts'
import type { Batch } from '../journal/journal-database.ts'
import { isDone, type RowResult } from '../journal/row-result.ts'

/** The import of a report. Its rows are read twice. */
export interface ReportedImport {
  batch: Batch
  rows: () => Iterable<RowResult>
}

export interface HtmlReport {
  /** Writes the report atomically. */
  write(reported: ReportedImport): Promise<void>
}

/**
 * Prepares a self-contained HTML page with the result of each row. A path that is not writable is an error
 * now, before an import, instead of after it.
 * @throws CatalogError kind `conflict` if the folder is missing or not writable
 */
export async function openHtmlReport(cli: Cli, file: string): Promise<HtmlReport> {
  const path = resolve(cli.cwd, file)
  await access(dirname(path), constants.W_OK).catch((error) => {
    throw toWriteError(path, error)
  })
  return {
    async write(reported) {
      const temporary = `${path}.${process.pid}.part`
      try {
        await pipeline(Readable.from(renderReport(reported)), createWriteStream(temporary))
        await publishFile(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true })
        throw toWriteError(path, error)
      }
      hint(cli, `Written: ${path}`)
    },
  }
}

function* renderReport({ batch, rows }: ReportedImport): Generator<string> {
  yield renderHead(batch, describeOutcome(tally(rows()), 0, batch.reading.purpose ?? 'import')).text
  for (const row of rows()) yield renderRow(row, batch.instance).text
  yield '</table>\n'
}

function renderHead({ manifest, instance, reading, updatedAt }: Batch, summary: string): Html {
  const { purpose = 'import' } = reading
  const title = `${purpose === 'import' ? 'Import of' : 'Files replaced by'} ${basename(manifest)}`
  const began = formatTimestamp(updatedAt)
  const columns = ['Line', 'File', 'State', 'Image', 'Reason']
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>${title}</title>
      <style>
        ${trusted(STYLE)}
      </style>
      <h1>${title}</h1>
      <p>${summary}</p>
      <p>
        At <a href="${instance}">${instance}</a>; the last run began
        <time datetime="${began}">${formatTime(began)}</time>.
      </p>
      <table>
        <thead>
          <tr>
            ${columns.map((name) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
     `
}

function renderRow(
  { line: number, file, state, image_id, message }: RowResult,
  instance: string,
): Html {
  const tone = isDone(state) ? 'done' : state
  const address = `${instance}/api/v2/images/${image_id}/`
  const image = image_id === null ? '' : html`<a href="${address}">${image_id}</a>`
  const words = state.replaceAll('_', ' ')
  return html`<tr class="${tone}">
    <td>${number}</td>
    <td>${file}</td>
    <td>${words}</td>
    <td>${image}</td>
    <td>${message}</td>
  </tr> `
}

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { margin: 2rem auto; max-width: 70rem; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
th, td { border-bottom: 1px solid #8886; padding: 0.3rem 0.6rem; text-align: left; vertical-align: top }
td:nth-child(2) { min-width: 10rem; overflow-wrap: anywhere }
td:nth-child(3) { white-space: nowrap }
thead { background: Canvas; position: sticky; top: 0 }
.failed, .undecided { background: #d332 }
.unfinished, .not_started { background: #db02 }
`
