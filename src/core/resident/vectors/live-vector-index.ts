import type { Database } from 'better-sqlite3'
import { LIVE } from '../columns/bitmap.ts'
import { openChangeLog } from '../columns/change-log.ts'
import { groupChanges } from '../../database/changes.ts'
import { findRow } from '../columns/rows.ts'
import type { IndexLimits } from '../../queries/searches/index-memory.ts'
import type { IndexFile } from '../index/index-file.ts'
import { ReloadRequiredError, type LoadOptions } from '../index/index-server.ts'
import { openSearchableImages, type SearchableImages } from '../columns/searchable-images.ts'
import type { Slices } from '../index/work-loop.ts'
import { restoreVectors } from './saved-vectors.ts'
import { StoredVectors } from './stored-vectors.ts'
import { decodeVector } from '../../model/vectors/vector-encoding.ts'

/** The columns of all images and the embeddings of one model, which follow the database. */
export interface LiveVectorIndex {
  readonly images: SearchableImages
  /** The model whose embeddings these are; null if no model answers. */
  readonly modelId: number | null
  /** Undefined before the first embedding. */
  readonly vectors: StoredVectors | undefined
  /** Increases with every change of images or vectors. */
  readonly version: number
  /** The last change that is included. */
  readonly change: number
  /** Number of vectors that were read from the database since the saved ones were restored. */
  readonly changedRows: { readonly end: number }
  /**
   * Includes some of the changes that are missing, which takes a few milliseconds.
   * @returns whether there are more
   * @throws ReloadRequiredError if changes are missing from the change log, or if another model answers
   */
  catchUp(): boolean
}

const ROWS_PER_SLICE = 200

interface StoredEmbedding {
  id: number
  image_id: number
  vector: Buffer
}

/** Restores the saved codes of the vectors, and reads those that are missing from the database, in slices. */
export function* loadLiveVectorIndex(
  db: Database,
  { images: memory, file, limits, log }: LoadOptions<LiveVectorIndex>,
): Slices<LiveVectorIndex> {
  const start = performance.now()
  const read = prepareReads(db)
  const change = read.changeLog.readNewest()
  const modelId = read.answeringModel()
  const newestEmbedding = read.newestEmbedding()
  const images = openSearchableImages(db, memory)
  yield
  const live = new DatabaseVectorIndex(read, { images, modelId, change, limits })
  const restored = yield* live.restore(file, newestEmbedding)
  while (live.addEmbeddings()) yield
  while (live.updateMean()) yield
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const loaded = `${restored} saved embeddings and ${live.changedRows.end} others`
  log({ level: 'info', message: `loaded ${loaded} in ${seconds} s` })
  const catchUp = db.transaction(() => live.catchUp())
  return {
    images,
    modelId,
    get vectors() {
      return live.vectors
    },
    get version() {
      return live.version
    },
    get change() {
      return live.change
    },
    changedRows: live.changedRows,
    catchUp,
  }
}

function prepareReads(db: Database) {
  const answering = db
    .prepare<[], number>('select id from embedding_model where answers = 1')
    .pluck()
  const newest = db.prepare<[], number>('select coalesce(max(id), 0) from embedding').pluck()
  const embeddings = db.prepare<[number, number], StoredEmbedding>(
    `select id, image_id, vector from embedding where id > ? and model_id = ?
     order by id limit ${ROWS_PER_SLICE}`,
  )
  const vector = db.prepare<[number], Buffer>('select vector from embedding where id = ?').pluck()
  return {
    changeLog: openChangeLog(db, ROWS_PER_SLICE),
    answeringModel: () => answering.get() ?? null,
    newestEmbedding: () => newest.get() ?? 0,
    embeddingsAfter: (id: number, modelId: number) => embeddings.all(id, modelId),
    // A transaction for each would take half as long again.
    vectors: db.transaction((ids: readonly number[]) =>
      ids.map((id) => {
        const bytes = vector.get(id)
        return bytes && decodeVector(bytes)
      }),
    ),
  }
}

interface Loaded {
  images: SearchableImages
  modelId: number | null
  /** The last change that is included. */
  change: number
  limits: IndexLimits
}

class DatabaseVectorIndex {
  readonly #read: ReturnType<typeof prepareReads>
  readonly #images: SearchableImages
  readonly #modelId: number | null
  readonly #limits: IndexLimits
  #dimension: number | undefined
  change: number
  readonly changedRows = { end: 0 }
  #lastEmbedding = 0
  #meanUpdate: Slices<void> | undefined
  version = 0
  vectors: StoredVectors | undefined

  constructor(read: ReturnType<typeof prepareReads>, { images, modelId, change, limits }: Loaded) {
    this.#read = read
    this.#images = images
    this.#modelId = modelId
    this.#limits = limits
    this.change = change
  }

  /** Restores saved vectors. Returns their number. */
  *restore(file: IndexFile<LiveVectorIndex>, lastEmbedding: number): Slices<number> {
    if (this.#modelId === null) return 0
    const { vectors: read } = this.#read
    const target = {
      modelId: this.#modelId,
      images: this.#images,
      read,
      limits: this.#limits,
      lastEmbedding,
    }
    const restored = yield* file.restore(0, (path, db) => restoreVectors(path, db, target))
    if (!restored) return 0
    this.vectors = restored.vectors
    this.#dimension = restored.vectors.codes.dimension
    this.#lastEmbedding = restored.lastEmbedding
    return restored.vectors.codes.size
  }

  catchUp(): boolean {
    if (this.#read.answeringModel() !== this.#modelId) throw new ReloadRequiredError()
    // The mean is that of one state of the vectors.
    if (this.#meanUpdate) return this.updateMean()
    const hasMoreChanges = this.#applyChanges()
    return this.addEmbeddings() || hasMoreChanges || this.updateMean()
  }

  /** Continues to update the mean of many vectors, if necessary. Returns whether that takes longer. */
  updateMean(): boolean {
    const codes = this.vectors?.codes
    if (codes?.isMeanOutdated) this.#meanUpdate ??= codes.updateMean()
    if (this.#meanUpdate?.next().done) this.#meanUpdate = undefined
    return this.#meanUpdate !== undefined
  }

  /** Adds the next embeddings. Returns whether there may be more. */
  addEmbeddings(): boolean {
    if (this.#modelId === null) return false
    const embeddings = this.#read.embeddingsAfter(this.#lastEmbedding, this.#modelId)
    // Images may have been added since the last change that is included.
    if (embeddings.length > 0) this.#images.follow()
    for (const { id, image_id, vector } of embeddings) {
      this.#set(image_id, id, decodeVector(vector))
      this.#lastEmbedding = id
    }
    return embeddings.length === ROWS_PER_SLICE
  }

  #set(imageId: number, embeddingId: number, vector: Float32Array): void {
    this.#dimension ??= vector.length
    // All embeddings of a model have the same length. Anything else is not one.
    if (vector.length !== this.#dimension) return
    const row = findRow(this.#images.rows, imageId)
    if (row === undefined) return
    this.vectors ??= new StoredVectors(
      { dimension: this.#dimension, ...this.#limits },
      this.#images,
      this.#read.vectors,
    )
    this.vectors.set(row, embeddingId, vector)
    this.changedRows.end++
    this.version++
  }

  #applyChanges(): boolean {
    const changes = this.#read.changeLog.readAfter(this.change)
    if (!changes) throw new ReloadRequiredError()
    const last = changes.at(-1)
    if (!last) return false
    const changed = groupChanges(changes)
    if (changed('collection').size > 0) this.#images.reloadCollections()
    this.#images.follow(last.seq)
    this.#removeDeleted(changed('image'))
    this.change = last.seq
    this.version++
    return changes.length === ROWS_PER_SLICE
  }

  #removeDeleted(ids: ReadonlySet<number>): void {
    const { rows } = this.#images
    for (const id of ids) {
      const row = findRow(rows, id)
      const isDeleted = row !== undefined && ((rows.columns.flags[row] ?? 0) & LIVE) === 0
      if (isDeleted) this.vectors?.codes.remove(row)
    }
  }
}
