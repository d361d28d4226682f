import { readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CatalogError } from '../../core/base/errors.ts'
import { toDumpedPath } from '../../core/model/dump-layout.ts'
import { findExtension } from '../../core/model/picture-format.ts'
import { syncToDisk } from '../../core/storage/disk/durable-files.ts'
import { makeFolder } from '../../core/storage/disk/make-folder.ts'
import { mapInOrder } from '../client/map-in-order.ts'
import { openPartialFile, type PartialFile } from '../download/partial-file.ts'
import { receiveFile } from '../download/receive-file.ts'
import { readResumeNote, removePart } from '../download/resume-note.ts'
import { retryDownload } from '../download/retry-download.ts'
import type { Remote } from '../harvest/fetch-document.ts'
import { isOutage } from '../harvest/problem.ts'
import { computeSha256 } from '../tables/sha256.ts'
import { startProgress } from '../terminal/progress.ts'
import type { Progress } from '../terminal/progress/meter.ts'
import type { MirrorState } from './mirror-state.ts'
import type { HeldFile, WantedFile } from './mirrored-files.ts'

/** Downloads at the same time. The rate limits them, too. */
const CONCURRENCY = 4

/** A larger file is not mirrored if the catalog does not state the size. */
const MAX_BYTES = 16 * 1024 ** 3

/** After this many failures of the server in succession, the run ends. */
const MAX_OUTAGES = 5

/** Further problems of a report are only counted. */
const MAX_PROBLEMS = 1000

export interface FileProblem {
  code: string
  image: number
  message: string
}

export interface FetchedFiles {
  downloaded: number
  failed: number
  problems: FileProblem[]
  /** The failure of the server that ended the downloads early. */
  stoppedBy: CatalogError | undefined
}

interface Target {
  remote: Remote
  state: MirrorState
  /** The mirror. */
  directory: string
}

/**
 * Downloads the originals that the folder lacks, or takes them back from the trash. A file gets its name once it is complete, and
 * later runs continue what was received.
 */
export async function fetchFiles(target: Target): Promise<FetchedFiles> {
  const { remote, state, directory } = target
  await makeFolder(join(directory, 'files', 'images'), 0o700)
  const fetched: FetchedFiles = { downloaded: 0, failed: 0, problems: [], stoppedBy: undefined }
  using progress = await startProgress(remote.cli, { unit: 'files', ...state.countWanted() })
  let outages = 0
  const fetch = async (wanted: WantedFile): Promise<void> => {
    if (fetched.stoppedBy) return
    const failure = await fetchFile({ ...target, progress }, wanted)
    if (failure === undefined) {
      fetched.downloaded += 1
      outages = 0
      return progress.addDone()
    }
    remote.cli.signal.throwIfAborted()
    progress.addFailed()
    outages = isOutage(failure) ? outages + 1 : 0
    if (outages >= MAX_OUTAGES) fetched.stoppedBy = failure
    addProblem(fetched, wanted, failure)
  }
  for await (const _ of mapInOrder(state.listWanted(), CONCURRENCY, fetch)) continue
  if (fetched.failed === 0) await removeParts(state.folder)
  return fetched
}

/** Removes partial downloads that are no longer needed. */
async function removeParts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (/\.part(?:\.json)?$/v.test(name)) await rm(join(folder, name))
  }
}

function addProblem(fetched: FetchedFiles, { image }: WantedFile, failure: CatalogError): void {
  fetched.failed += 1
  const code = failure.details.code ?? failure.kind
  if (fetched.problems.length < MAX_PROBLEMS)
    fetched.problems.push({ code, image, message: failure.message })
}

type Fetch = Target & { progress: Progress }

/** Downloads a file, or takes it back from the trash. @returns why that failed, if it did */
async function fetchFile(fetch: Fetch, wanted: WantedFile): Promise<CatalogError | undefined> {
  const { state, progress } = fetch
  try {
    const found = await findFile(fetch, wanted)
    if (found) progress.reduceTotal(found.size)
    state.saveFile(wanted, found ?? (await download(fetch, wanted)))
    return undefined
  } catch (error) {
    if (error instanceof CatalogError) return error
    throw error
  }
}

/** Names a file after its content, so that a dump keeps the file that it names while another one replaces it. */
function nameFile({ image, original }: WantedFile, sha256: string): string {
  const { content_type: type } = original
  const extension = findExtension(type)
  if (extension !== undefined) return toDumpedPath(`${image}-${sha256.slice(0, 16)}`, extension)
  const message = `Its type ${JSON.stringify(type.slice(0, 100))} is unknown to this version.`
  throw new CatalogError('unsupported', message, { code: 'mirror.type', hint: null })
}

/** Finds a file that a run had completed when it was killed, or that is in the trash. */
async function findFile(
  { directory, state }: Fetch,
  wanted: WantedFile,
): Promise<HeldFile | undefined> {
  const { sha256, content_type } = wanted.original
  if (sha256 === undefined) return undefined
  const path = nameFile(wanted, sha256)
  const target = join(directory, 'files', path)
  for (const place of [target, join(directory, 'trash', path)]) {
    const found = await stat(place).catch(() => undefined)
    if (!found?.isFile() || (await computeSha256(place)) !== sha256) continue
    state.addToTrash(path)
    if (place !== target) {
      await rename(place, target)
      await syncToDisk(dirname(target))
    }
    return { path, content_type, sha256, size: found.size }
  }
  return undefined
}

async function download(fetch: Fetch, wanted: WantedFile): Promise<HeldFile> {
  const { state, directory } = fetch
  const partPath = join(state.folder, `${wanted.image}.part`)
  const { original } = wanted
  const digest = await receive(fetch, wanted, partPath)
  // The parts of two versions may have been joined.
  const file =
    digest.isResumed && !matches(digest, wanted)
      ? await downloadAgain(fetch, wanted, partPath)
      : digest
  if (!matches(file, wanted)) {
    await removePart(partPath)
    const message = `${original.url} has the SHA-256 ${file.sha256} instead of ${original.sha256}.`
    throw new CatalogError('unsupported', message, { code: 'mirror.digest', hint: null })
  }
  const { sha256, size } = file
  const path = nameFile(wanted, sha256)
  await using part = await openPartialFile(partPath)
  state.addToTrash(path)
  await part.publish(join(directory, 'files', path))
  await removePart(partPath)
  return { path, content_type: original.content_type, sha256, size }
}

interface Received {
  sha256: string
  size: number
  isResumed: boolean
}

function matches({ sha256 }: Received, { original }: WantedFile): boolean {
  return original.sha256 === undefined || original.sha256 === sha256
}

async function downloadAgain(
  fetch: Fetch,
  wanted: WantedFile,
  partPath: string,
): Promise<Received> {
  await removePart(partPath)
  return await receive(fetch, wanted, partPath)
}

async function receive(
  { remote, progress }: Fetch,
  { original }: WantedFile,
  partPath: string,
): Promise<Received> {
  const { cli, onlyPublic, trustedHost } = remote
  const { url, size: maxBytes = MAX_BYTES } = original
  await using part = await openPartialFile(partPath, (await readResumeNote(partPath))?.size)
  const isResumed = part.size > 0
  const counted = countBytes(part, progress)
  const { signal } = cli
  await retryDownload({ cli, progress }, { url, part }, async () => {
    await remote.pace()
    const file = { url, part: counted, partPath, signal, maxBytes }
    await receiveFile(cli, { ...file, onlyPublic, trustedHost })
  })
  return { sha256: part.digest(), size: part.size, isResumed }
}

/** Shows the bytes that a part has and receives, and takes them back if it starts again. */
function countBytes(part: PartialFile, progress: Progress): PartialFile {
  let resumed = part.size
  let received = 0
  progress.reduceTotal(resumed)
  return {
    get size() {
      return part.size
    },
    append: async (chunk) => {
      await part.append(chunk)
      received += chunk.length
      progress.addBytes(chunk.length)
    },
    sync: () => part.sync(),
    restart: async () => {
      await part.restart()
      progress.reduceTotal(-resumed)
      progress.addBytes(-received)
      resumed = 0
      received = 0
    },
    digest: () => part.digest(),
    publish: (path) => part.publish(path),
    [Symbol.asyncDispose]: () => part[Symbol.asyncDispose](),
  }
}

/** Moves the files that no line of the dump names any more to the trash, where they stay. @returns their number */
export async function moveToTrash({
  state,
  directory,
}: Pick<Target, 'state' | 'directory'>): Promise<number> {
  let moved = 0
  for (let paths = state.listTrash(); paths.length > 0; paths = state.listTrash()) {
    await movePaths(directory, paths)
    state.forgetTrash(paths)
    moved += paths.length
  }
  return moved
}

async function movePaths(directory: string, paths: readonly string[]): Promise<void> {
  const trash = join(directory, 'trash', 'images')
  await makeFolder(trash, 0o700)
  for (const path of paths) {
    await rename(join(directory, 'files', path), join(directory, 'trash', path)).catch(
      (error: NodeJS.ErrnoException) => {
        // A run that was killed had moved it.
        if (error.code !== 'ENOENT') throw error
      },
    )
  }
  await syncToDisk(trash)
  await syncToDisk(join(directory, 'files', 'images'))
}
