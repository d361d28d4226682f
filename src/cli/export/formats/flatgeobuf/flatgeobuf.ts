import { readSync } from 'node:fs'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { toWriteError } from '../../../terminal/write-error.ts'
import { computeExtent, joinExtents, type Extent } from '../../geometry/extent.ts'
import { normalizeGeometry } from '../../geometry/normalize.ts'
import type { Layer } from '../../layer.ts'
import type { Target } from '../../../terminal/target.ts'
import type { FeatureWriter } from '../feature-writer.ts'
import { encodeFeature, encodeHeader } from './encode-feature.ts'
import { createFeatureTable } from './feature-table.ts'
import { encodeTree, NODE_SIZE, sortByPlace, type FeatureTable } from './packed-tree.ts'

/** "fgb", version 3, "fgb", patch 1. */
const MAGIC = Buffer.from([0x66, 0x67, 0x62, 3, 0x66, 0x67, 0x62, 1])

const COPY_BYTES = 1024 ** 2

/**
 * Writes FlatGeobuf with a packed Hilbert R-tree. Header and index come first, but are known last. So the features wait
 * in a temporary file, and only their extents in memory. Without an index if a row has no geometry, which has no place in it.
 */
export async function createFlatGeobufWriter(
  { temporary, path }: Target,
  { precision }: { precision: number },
): Promise<FeatureWriter & AsyncDisposable> {
  const asWriteError = (error: unknown): never => {
    throw toWriteError(path, error)
  }
  const spoolPath = `${temporary}.features`
  const spool = await open(spoolPath, 'wx+').catch(asWriteError)
  const features = createFeatureTable()
  let layer: Layer | undefined
  let extent: Extent | undefined
  let isIndexed = true
  let pending: Buffer[] = []
  let end = 0
  const flush = async (): Promise<void> => {
    const bytes = Buffer.concat(pending)
    pending = []
    await spool.appendFile(bytes).catch(asWriteError)
  }
  return {
    startLayer: (next) => {
      layer = next
    },
    add({ geometry, values }) {
      if (layer === undefined) return
      const shape = geometry && normalizeGeometry(geometry, precision)
      const box = shape && computeExtent(shape)
      if (box === null) isIndexed = false
      else extent = extent ? joinExtents(extent, box) : box
      const bytes = encodeFeature(shape, values, layer)
      features.add(box, end, bytes.length)
      pending.push(bytes)
      end += bytes.length
    },
    flush,
    async finish() {
      await flush()
      if (layer === undefined) return
      const { table } = features
      const content = { layer, table, extent, isIndexed: isIndexed && extent !== undefined }
      await writeFile(temporary, spool, content).catch(asWriteError)
    },
    async [Symbol.asyncDispose]() {
      await spool.close()
      await rm(spoolPath, { force: true })
    },
  }
}

interface FileContent {
  layer: Layer
  table: FeatureTable
  /** Of all features; undefined if none has a geometry. */
  extent: Extent | undefined
  isIndexed: boolean
}

async function writeFile(
  path: string,
  spool: FileHandle,
  { layer, table, extent, isIndexed }: FileContent,
): Promise<void> {
  await using file = await open(path, 'w')
  const nodeSize = isIndexed ? NODE_SIZE : 0
  await file.appendFile(MAGIC)
  await file.appendFile(encodeHeader(layer, { count: table.count, extent, nodeSize }))
  const order = isIndexed && extent ? sortByPlace(table, extent) : undefined
  if (order) await file.appendFile(encodeTree(table, order))
  await copyFeatures(spool, file, { table, order })
}

/**
 * Reads synchronously: half a million small reads take a few microseconds each, but many times that by way of a thread.
 * @param order indices of the features; undefined for the order of the temporary file
 */
async function copyFeatures(
  spool: FileHandle,
  file: FileHandle,
  { table, order }: { table: FeatureTable; order: Uint32Array | undefined },
): Promise<void> {
  let buffer = Buffer.alloc(COPY_BYTES)
  let filled = 0
  for (let at = 0; at < table.count; at += 1) {
    const index = order?.[at] ?? at
    const bytes = table.sizes[index] ?? 0
    if (filled + bytes > buffer.length) {
      await file.appendFile(buffer.subarray(0, filled))
      filled = 0
      if (bytes > buffer.length) buffer = Buffer.alloc(bytes)
    }
    readSync(spool.fd, buffer, filled, bytes, table.starts[index] ?? 0)
    filled += bytes
  }
  await file.appendFile(buffer.subarray(0, filled))
}
