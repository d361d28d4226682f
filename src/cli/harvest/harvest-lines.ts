import { createReadStream, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Column } from '../tables/columns.ts'
import { COLUMNS } from '../tables/columns.ts'
import { createDecoder } from '../tables/encodings.ts'
import { parseLine, readLines } from '../tables/jsonl.ts'
import { receiveFile } from '../download/receive-file.ts'
import { openPartialFile } from '../download/partial-file.ts'
import { readResumeNote, saveResumeNote } from '../download/resume-note.ts'
import { retryDownload } from '../download/retry-download.ts'
import { saveRecords, type Pass, type PassEnd } from './harvest-pass.ts'
import { asList } from '../../core/base/json-values.ts'
import { isOutage, toHarvestProblem, unreadable } from './problem.ts'
import type { RemoteRecord } from './remote-record.ts'
import type { HarvestSource } from './source.ts'

/** A larger file is not read. */
const MAX_BYTES = 2 * 1024 ** 3

/** Time to receive it. What was received until then stays for the next run. */
const MAX_HOURS = 2

/** Records that are saved in one transaction. */
const BATCH = 1000

/** Downloads a file of JSON lines, which a later run continues, and reads it. */
export async function harvestLines(pass: Pass): Promise<PassEnd> {
  const { state, source, remote } = pass
  const path = join(state.folder, 'lines.jsonl')
  try {
    if (!existsSync(path)) await download(pass, path)
    await readFile(pass, path)
    await rm(path)
    return 'finished'
  } catch (error) {
    remote.cli.signal.throwIfAborted()
    state.addProblem(toHarvestProblem(error, source.url))
    if (isOutage(error)) return 'stopped'
    await rm(path, { force: true })
    return 'finished'
  }
}

async function download({ remote, source: { url } }: Pass, path: string): Promise<void> {
  const { cli, onlyPublic, log } = remote
  const expired = AbortSignal.timeout(MAX_HOURS * 3_600_000)
  const signal = AbortSignal.any([cli.signal, expired])
  const partPath = `${path}.part`
  await using part = await openPartialFile(partPath, (await readResumeNote(partPath))?.size)
  const file = { url, part, partPath, signal, maxBytes: MAX_BYTES, onlyPublic }
  try {
    await retryDownload({ cli, progress: { log }, signal }, file, async () => {
      await remote.pace()
      await receiveFile(cli, file)
    })
  } catch (error) {
    if (!expired.aborted || cli.signal.aborted) throw error
    throw unreadable('too_slow', url, `was not received within ${MAX_HOURS} hours`)
  }
  await part.publish(path)
  await saveResumeNote(partPath, undefined)
}

async function readFile(pass: Pass, path: string): Promise<void> {
  const { state, source, remote } = pass
  const batch: RemoteRecord[] = []
  const save = (): void => void state.transact(() => saveRecords(pass, batch.splice(0)))
  for await (const { line, number } of readLines({ chunks: () => decode(path, source.url) })) {
    remote.cli.signal.throwIfAborted()
    const parsed = parseLine(line)
    if ('problem' in parsed) {
      const message = `Line ${number}: ${parsed.problem.message}`
      state.addProblem({ code: 'harvest.json', url: source.url, message, isLoss: true })
      continue
    }
    batch.push(toRecord(parsed.object, source))
    if (batch.length === BATCH) save()
  }
  save()
}

async function* decode(path: string, url: string): AsyncGenerator<string> {
  const decoder = createDecoder('utf-8')
  try {
    for await (const chunk of createReadStream(path))
      yield decoder?.decode(chunk as Uint8Array, { stream: true }) ?? ''
    yield decoder?.decode() ?? ''
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw unreadable('encoding', url, 'is not valid UTF-8')
  }
}

type Cells = Partial<Record<Column, string>>

function toRecord(line: Readonly<Record<string, unknown>>, { map }: HarvestSource): RemoteRecord {
  const cells = readCells(line, map)
  const { title, description, creator, original_date: date, edtf_date: edtf } = cells
  const { row_id, reference_id: reference, file, license_name, source_url: page } = cells
  return {
    id: row_id ?? reference ?? file ?? '',
    title,
    description,
    creator,
    date,
    edtf,
    reference,
    page,
    file,
    rights: license_name === undefined ? undefined : [license_name],
    ...readPosition(cells),
  }
}

/** Reads the members that have the names of our columns, and those that the mapping names. */
function readCells(line: Readonly<Record<string, unknown>>, map: HarvestSource['map']): Cells {
  const cells: Cells = {}
  for (const column of COLUMNS) cells[column] = toText(line[column])
  for (const [path, column] of Object.entries(map)) cells[column] = toText(findMember(line, path))
  return cells
}

/** Finds a member by its name, or by the names of those that contain it: `place.lat`, `images.0.url`. */
function findMember(line: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(line, path)) return line[path]
  return path.split('.').reduce<unknown>((value, name) => {
    const isContainer = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    return isContainer ? (value as Record<string, unknown>)[name] : undefined
  }, line)
}

/** Undefined for blank texts: many files have them instead of missing members. */
function toText(value: unknown): string | undefined {
  const texts = asList(value)
    .filter((item) => typeof item === 'string' || typeof item === 'number')
    .map((item) => String(item).trim())
    .filter((text) => text !== '')
  return texts.length === 0 ? undefined : texts.join('; ')
}

function readPosition({ latitude, longitude }: Cells): Partial<RemoteRecord> {
  const [lat, long] = [Number(latitude), Number(longitude)]
  const isKnown = latitude !== undefined && longitude !== undefined
  return isKnown && Number.isFinite(lat) && Number.isFinite(long)
    ? { latitude: lat, longitude: long }
    : {}
}
