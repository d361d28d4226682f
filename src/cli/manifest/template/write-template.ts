import { once } from 'node:events'
import type { Cli } from '../../cli.ts'
import { COLUMN_HELP } from '../../tables/column-help.ts'
import { COLUMNS, type Column } from '../../tables/columns.ts'
import type { FileFormat } from '../../tables/write-rows.ts'
import { writeTable } from '../../tables/write-table.ts'
import { openOutputFile, type OutputTarget } from '../../terminal/output-file.ts'
import { toWriteError } from '../../terminal/write-error.ts'
import { chooseFormat } from '../choose-format.ts'
import { reportWritten } from '../report-written.ts'
import { fetchChoices, type Choices } from './fetch-choices.ts'
import { createTemplateWorkbook } from './template-workbook.ts'

export interface TemplateFlags {
  offline?: true
  format?: FileFormat
  excelLocale?: 'eu'
  force?: true
}

const TEMPLATE_COLUMNS = COLUMNS.filter((column) => column !== 'image_id')

/**
 * Writes a manifest without images. A workbook has drop-down lists and a note for each column. In other formats, the
 * only row describes the columns; an import skips it.
 */
export async function writeTemplate(cli: Cli, file: string, flags: TemplateFlags): Promise<void> {
  const format = chooseFormat(cli, file, flags, 'csv')
  const target = { path: file, force: flags.force }
  const isWorkbook = format.format === 'xlsx'
  const choices =
    isWorkbook && !flags.offline ? await fetchChoices(cli) : { licenses: [], subjects: [] }
  if (isWorkbook) await writeWorkbook(cli, target, choices)
  else {
    const content = { header: TEMPLATE_COLUMNS, rows: () => [TEMPLATE_COLUMNS.map(describe)] }
    await writeTable(cli, target, content, format)
  }
  reportWritten(cli, file, {
    format: format.format,
    rows: isWorkbook ? 0 : 1,
    columns: TEMPLATE_COLUMNS.length,
    warnings: 0,
    licenses: choices.licenses.length,
    subjects: choices.subjects.length,
  })
}

function describe(column: Column): string {
  return column === 'skip' ? 'yes' : COLUMN_HELP[column]
}

async function writeWorkbook(cli: Cli, target: OutputTarget, choices: Choices): Promise<void> {
  const bytes = await createTemplateWorkbook(TEMPLATE_COLUMNS, choices)
  await using file = await openOutputFile(cli, target)
  const { stream, path } = file
  if (path === null) {
    if (!stream.write(bytes)) await once(stream, 'drain')
    return
  }
  await new Promise<void>((done, fail) => {
    stream.once('error', (error) => fail(toWriteError(target.path, error)))
    stream.end(bytes, () => done())
  })
  await file.publish()
}
