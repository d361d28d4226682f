import type { Micros } from '../base/clock.ts'
import { splitListIntoBatches } from '../base/split-into-batches.ts'
import { column } from '../database/expressions.ts'
import { preparedQuery, type Params } from '../database/prepared-query.ts'
import { isAnyOf } from '../database/sql.ts'
import type { Reads } from '../database/store.ts'
import { toDumpedPath } from '../model/dump-layout.ts'
import { findExtension } from '../model/picture-format.ts'
import type { PublicKind } from '../model/public-kinds.ts'
import {
  judgeByVisibility,
  LOG_END,
  selectChanges,
  type PublicChange,
} from '../queries/changes/public-changes.ts'
import { findNewestGeoreferences } from '../queries/images/image-contributions.ts'
import type { LineType } from './line-type.ts'
import { createLineFormatter } from './line-writer.ts'
import { catalogLine } from './lines/catalog.ts'
import { collectionLine, sourceLine } from './lines/collections.ts'
import { fromAboveGeoreferenceLine, georeferenceLine } from './lines/georeference.ts'
import { imageLine } from './lines/image.ts'
import { licenseLine } from './lines/license.ts'
import { subjectGeometryLine, subjectLine } from './lines/subject.ts'
import { subjectTagLine } from './lines/tagging.ts'
import { userLine } from './lines/user.ts'
import { validationLine } from './lines/validation.ts'

/** Lines of dumps for public objects, without the members that only staff see. */

export type PublicLine = { type: string } & Record<string, unknown>

export interface ChangeWithLines extends PublicChange {
  /** The object itself, its parts, and the users and the license that they name. Empty if it is gone. */
  lines: PublicLine[]
  /** The original of an image; undefined without one. */
  original: { version: string; type: string } | undefined
}

/** Objects that are read at once. */
const BATCH = 25

/** A page ends after the batch that exceeds this. Estimated characters of JSON. */
const MAX_CHARACTERS = 8 * 1024 ** 2
/** A number with its comma: a coordinate has up to 20. */
const SCALAR_CHARACTERS = 16

/** Lists changes like `listPublicChanges`, with the lines of each object. A page of long lines has fewer than `limit`. */
export async function listChangesWithLines(
  reads: Reads,
  { after, limit }: { after: Micros; limit: number },
): Promise<ChangeWithLines[]> {
  const changes: ChangeWithLines[] = []
  let characters = 0
  for (const batch of splitListIntoBatches(
    await selectChanges(reads, { after, until: LOG_END, limit }),
    BATCH,
  )) {
    const found = await readLines(reads, batch)
    // Judged after the lines were read, so that nothing is shown that was hidden meanwhile.
    for (const change of await judgeByVisibility(reads, batch)) {
      const { lines = [], original } = found[change.kind].get(change.ref) ?? {}
      const isGone = change.isGone || lines.length === 0
      changes.push({ ...change, isGone, lines: isGone ? [] : lines, original })
      characters += isGone ? 0 : estimateCharacters(lines)
    }
    if (characters > MAX_CHARACTERS) break
  }
  return changes
}

/** Estimates the characters of JSON, seven times as fast as serializing outlines. */
function estimateCharacters(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return SCALAR_CHARACTERS
  if (Array.isArray(value))
    return value.reduce<number>((sum, part) => sum + estimateCharacters(part), 0)
  const fields = Object.entries(value)
  return fields.reduce((sum, [name, part]) => sum + name.length + estimateCharacters(part), 0)
}

/** Reads the first line of a dump, without the settings. */
export async function readCatalogLine(reads: Reads): Promise<PublicLine> {
  const [line] = await readLinesOf(catalogLine, reads)
  if (line === undefined) throw new Error('a dump begins with a catalog line')
  const { settings: _, ...shown } = line
  return shown
}

type LinesById = Map<number, Pick<ChangeWithLines, 'lines' | 'original'>>

async function readLines(
  reads: Reads,
  objects: readonly { kind: PublicKind; ref: number }[],
): Promise<Record<PublicKind, LinesById>> {
  const idsOf = (kind: PublicKind) =>
    objects.filter((object) => object.kind === kind).map(({ ref }) => ref)
  return {
    source: groupLines(await readLinesOf(sourceLine, reads, idsOf('source')), 'id'),
    collection: groupLines(await readLinesOf(collectionLine, reads, idsOf('collection')), 'id'),
    subject: await readSubjects(reads, idsOf('subject')),
    image: await readImages(reads, idsOf('image')),
  }
}

async function readSubjects(reads: Reads, ids: readonly number[]): Promise<LinesById> {
  const subjects = groupLines(await readLinesOf(subjectLine, reads, ids), 'id')
  for (const line of await readLinesOf(subjectGeometryLine, reads, ids)) {
    subjects.get(line['subject'] as number)?.lines.push(line)
  }
  return subjects
}

async function readImages(reads: Reads, ids: readonly number[]): Promise<LinesById> {
  const images = groupLines(await readLinesOf(imageLine, reads, ids), 'id')
  const parts = await readParts(reads, [...images.keys()])
  const owners = new Map<string, number>()
  for (const line of parts) {
    const owner = findOwner(line, owners)
    images.get(owner)?.lines.push(line)
    owners.set(`${line.type} ${String(line['id'])}`, owner)
  }
  await addFiles(reads, images)
  await addUsers(reads, images)
  return images
}

/** Reads the subjects and the newest contributions of images, each after what it refers to. */
async function readParts(reads: Reads, ids: readonly number[]): Promise<PublicLine[]> {
  const newest = await findNewestGeoreferences(reads, ids)
  return [
    ...(await readLinesOf(subjectTagLine, reads, ids)),
    ...(await readLinesOf(georeferenceLine, reads, newest.georeference)),
    ...(await readLinesOf(fromAboveGeoreferenceLine, reads, newest.from_above_georeference)),
    ...(await readLinesOf(validationLine, reads, newest.validation)),
  ]
}

/** Returns the id of the image; NaN for a validation of a georeference that is left out. */
function findOwner(line: PublicLine, owners: ReadonlyMap<string, number>): number {
  if (line.type !== validationLine.type) return line['image'] as number
  const [kind = ''] = ['georeference', 'from_above_georeference'].filter((name) => name in line)
  return owners.get(`${kind} ${String(line[kind])}`) ?? Number.NaN
}

/** Adds the file and the license of each image. */
async function addFiles(reads: Reads, images: LinesById): Promise<void> {
  const rows = await selectFiles(reads, { ids: JSON.stringify([...images.keys()]) })
  const licenseIds = rows.flatMap(({ license_id: id }) => id ?? [])
  const licenses = groupLines(await readLinesOf(licenseLine, reads, licenseIds), 'id')
  for (const row of rows) {
    const image = images.get(row.id)
    if (image === undefined) continue
    image.lines.push(...(licenses.get(row.license_id ?? 0)?.lines ?? []))
    const { version, type } = row
    if (version === null || type === null) continue
    image.original = { version, type }
    Object.assign(image.lines[0] ?? {}, { file: describeFile(row, type) })
  }
}

function describeFile(
  { id, sha256, size }: { id: number; sha256: string | null; size: number | null },
  type: string,
) {
  return {
    path: toDumpedPath(id, findExtension(type) ?? ''),
    content_type: type,
    ...(sha256 !== null && { sha256 }),
    ...(size !== null && { size }),
  }
}

const selectFiles = preparedQuery((reads: Reads, { ids }: Params<{ ids: string }>) =>
  reads
    .selectFrom('image')
    .select(['id', 'license_id', 'file_version as version', 'file_type as type'])
    .select(['file_sha256 as sha256', 'file_size as size'])
    .where(isAnyOf(column('id'), ids)),
)

const USER_FIELDS = ['tagged_by', 'georeferenced_by', 'validated_by']

async function addUsers(reads: Reads, images: LinesById): Promise<void> {
  const named = [...images.values()].map(({ lines }) => [lines, listUsers(lines)] as const)
  const ids = new Set(named.flatMap(([, users]) => [...users]))
  const users = groupLines(await readLinesOf(userLine, reads, [...ids]), 'id')
  for (const [lines, own] of named) {
    for (const id of own) lines.push(...(users.get(id)?.lines ?? []))
  }
}

function listUsers(lines: readonly PublicLine[]): Set<number> {
  const ids = lines.flatMap((line) => USER_FIELDS.map((field) => line[field]))
  return new Set(ids.filter((id) => typeof id === 'number'))
}

/** Fields that only staff see, or that are private. */
const HIDDEN_FIELDS: Readonly<Record<string, readonly string[]>> = {
  collection: ['announced_by'],
  image: ['reference_id', 'archive_position', 'created_by'],
  user: ['created_at'],
}

/** @param only the ids of the rows, or of what they belong to; all by default */
async function readLinesOf(
  type: LineType,
  reads: Reads,
  only?: readonly number[],
): Promise<PublicLine[]> {
  if (only?.length === 0) return []
  const format = createLineFormatter(type)
  const lines: PublicLine[] = []
  for await (const row of type.rows({ reads, copyOriginal: null, ...(only && { only }) })) {
    const line = format(row)
    for (const field of HIDDEN_FIELDS[type.type] ?? []) delete line[field]
    lines.push(type === userLine ? { ...line, is_staff: false } : line)
  }
  return lines
}

function groupLines(lines: readonly PublicLine[], key: string): LinesById {
  return new Map(lines.map((line) => [line[key] as number, { lines: [line], original: undefined }]))
}
