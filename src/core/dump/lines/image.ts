import { formatTimestamp } from '../../base/clock.ts'
import { dateColumns } from '../../database/date-columns.ts'
import { toJobRow, PRIORITY } from '../../job-queue/enqueue.ts'
import type { Reads } from '../../database/store.ts'
import type { NewRow } from '../../database/tables.ts'
import { withLaterOriginal } from '../../database/later-original.ts'
import { foldText } from '../../model/fold.ts'
import { requireDumpedFile } from '../dumped-file.ts'
import { BadField } from '../line-error.ts'
import { lineType, type DumpSource, type LoadTarget, type StoredFile } from '../line-type.ts'
import { restrict } from './fields.ts'
import { imageSchema, type ImageLine } from './image-schema.ts'

export const imageLine = lineType({
  type: 'image',
  schema: imageSchema,
  async *rows(source) {
    for await (const row of restrict(imageRows(source.reads), 'image.id', source.only).stream()) {
      yield {
        ...row,
        from_above: row.from_above === 1,
        will_not_georef: row.will_not_georef === 1,
        created_at: formatTimestamp(row.created_at),
        file: await fileOf(row, source),
      }
    }
  },
  async check({ file }, dump) {
    if (file) await requireDumpedFile(dump, file)
  },
  async addRows(line, target) {
    addImage(target, { ...columnsOf(line), ...(await resolveReferences(line, target)) })
    if (!line.file) return
    const job = { kind: 'derive', imageId: line.id, priority: PRIORITY.last } as const
    target.add('job', toJobRow({ ...job, runAt: target.now }, target.now))
  },
  references: ({ collection, created_by }) => [
    { field: 'collection', table: 'collection', id: collection },
    { field: 'created_by', table: 'user', id: created_by },
  ],
})

function imageRows(reads: Reads) {
  return reads
    .selectFrom('image')
    .leftJoin('license', 'license.id', 'image.license_id')
    .selectAll('image')
    .select(['collection_id as collection', 'license.name as license', 'position as order'])
    .orderBy('image.id')
}

interface FileColumns {
  id: number
  file_version: string | null
  file_type: string | null
  file_sha256: string | null
}

async function fileOf(row: FileColumns, { copyOriginal }: DumpSource) {
  if (!copyOriginal || row.file_version === null || row.file_type === null) return null
  const original = { imageId: row.id, version: row.file_version, contentType: row.file_type }
  return copyOriginal({ ...original, sha256: row.file_sha256 })
}

function columnsOf(line: ImageLine) {
  const { creator } = line
  return {
    id: line.id,
    collection_id: line.collection,
    title: line.title,
    original_date: line.original_date,
    ...dateColumns(line.edtf_date),
    original_url: line.original_url,
    description: line.description,
    creator,
    creator_folded: creator === null ? null : foldText(creator),
    reference_id: line.reference_id,
    archive_position: line.archive_position,
    scale: line.scale,
    rotation: line.rotation,
    mirror: line.mirror,
    from_above: line.from_above,
    will_not_georef: line.will_not_georef,
    duplicate_of: line.duplicate_of,
    position: line.order,
    created_at: line.created_at,
    created_by: line.created_by,
    generation_corrected: 0 as const,
  }
}

async function resolveReferences({ license, file }: ImageLine, target: LoadTarget) {
  return {
    license_id: license === null ? null : requireLicenseId(target.licenseIds, license),
    ...(file ? fileColumns(await target.readNextFile(), file.content_type) : NO_FILE),
  }
}

const NO_FILE = { file_version: null, file_type: null, file_sha256: null, file_size: null }

function fileColumns({ version, sha256, size }: StoredFile, contentType: string) {
  return {
    file_version: version,
    file_type: contentType,
    file_sha256: sha256,
    file_size: size,
  }
}

function requireLicenseId(ids: ReadonlyMap<string, number>, license: string): number {
  const id = ids.get(license)
  if (id === undefined)
    throw new BadField('license', `there is no license ${JSON.stringify(license)}`)
  return id
}

/** An image may be a duplicate of an image in a later line. */
function addImage({ tx, add, afterInsert }: LoadTarget, row: NewRow<'image'>): void {
  const { duplicate_of, ...others } = row
  add('image', others)
  if (duplicate_of === null || duplicate_of === undefined) return
  afterInsert(() =>
    withLaterOriginal(tx, () =>
      tx.updateTable('image').set({ duplicate_of }).where('id', '=', row.id).execute(),
    ),
  )
}
