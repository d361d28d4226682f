import { imageUpdate } from '../../core/contract/image-update.ts'
import type { Api } from '../client/api.ts'
import type { Cli } from '../cli.ts'
import { unexpected } from '../export/column.ts'
import { createItemFilter } from '../export/item-filter.ts'
import type { Item } from '../export/layer.ts'
import { findSource, readLayer } from '../export/source/read-layer.ts'
import type { Selection } from '../export/source/resource.ts'
import { openSpool, type Spool } from '../export/source/spool.ts'
import { limitYoungGeneration } from '../host/young-generation.ts'
import type { RowFormat } from '../tables/write-rows.ts'
import { writeTable, type Cells } from '../tables/write-table.ts'
import type { OutputTarget } from '../terminal/output-file.ts'
import { startProgress } from '../terminal/progress.ts'
import { imageMetadata, toCells, type UpdateField } from '../update/differences.ts'
import { reportWritten } from './report-written.ts'

const FIELDS = Object.keys(imageUpdate.shape) as UpdateField[]
const HEADER = ['image_id', ...FIELDS]

export interface ManifestExport {
  selection: Selection
  target: OutputTarget
  format: RowFormat
}

/**
 * Writes the metadata of images as a table with the columns that an update reads. Rows are stored in a temporary file
 * first, because a CSV file is written in two passes.
 */
export async function exportManifest(
  cli: Cli,
  api: Api,
  { selection, target, format }: ManifestExport,
): Promise<void> {
  limitYoungGeneration()
  using spool = openSpool()
  await readImages(cli, api, selection, spool)
  const rows = await writeTable(
    cli,
    target,
    { header: HEADER, rows: () => readRows(spool) },
    format,
  )
  const { length: columns } = HEADER
  reportWritten(cli, target.path, { format: format.format, rows, columns, warnings: 0 })
}

async function readImages(cli: Cli, api: Api, selection: Selection, spool: Spool): Promise<void> {
  const source = await findSource(api, selection)
  const isSelected = await createItemFilter(api, source)
  using progress = await startProgress(cli, { unit: 'images', count: source.count, bytes: 0 })
  const log = (sentence: string): void => progress.log(sentence)
  for await (const batch of readLayer(api, source, { withImage: true, onItems: () => {}, log })) {
    cli.signal.throwIfAborted()
    // An image that was deleted since it was listed has no details.
    const images = batch.filter((item) => 'edtf_date' in item)
    const selected = images.filter(({ id }) => isSelected({ id, geometry: null }))
    spool.add(selected.map(toRow))
    for (const _ of batch) progress.addDone()
  }
}

function toRow(item: Item): Item {
  const { error, data } = imageMetadata.safeParse(item)
  if (error) {
    const member = error.issues[0]?.path.join('.')
    throw unexpected(`${member} of image ${item.id} is missing, or of another type`)
  }
  return { ...toCells(data), id: item.id }
}

function* readRows(spool: Spool): Generator<Cells> {
  for (const batch of spool.read())
    for (const { id, ...cells } of batch)
      yield [String(id), ...FIELDS.map((field) => cells[field] as string | undefined)]
}
