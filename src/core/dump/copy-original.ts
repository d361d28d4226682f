import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../storage/disk/make-folder.ts'
import { CatalogError } from '../base/errors.ts'
import { toDumpedPath } from '../model/dump-layout.ts'
import { findExtension } from '../model/picture-format.ts'
import { originalKey } from '../storage/keys.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import type { DumpedFile, Original } from './line-type.ts'

/** Creates a function that copies an original into a dump as `images/<id>.<ext>` and returns its hash and size. */
export async function createOriginalCopier(
  storage: ObjectStore,
  folder: string,
): Promise<(original: Original) => Promise<DumpedFile>> {
  await makeFolder(join(folder, 'images'), 0o700)
  return async (original) => {
    const { imageId, version, contentType } = original
    const extension = findExtension(contentType)
    if (extension === undefined) throw new Error(`no extension for ${contentType}`)
    const path = toDumpedPath(imageId, extension)
    const key = originalKey(imageId, version, extension)
    if (!(await storage.stat(key))) throw missing(imageId)
    const { size, sha256 } = await copyHashing(storage.read(key), join(folder, path))
    if (original.sha256 !== null && original.sha256 !== sha256) throw damaged(imageId)
    return { path, content_type: contentType, sha256, size }
  }
}

async function copyHashing(
  from: AsyncIterable<Uint8Array>,
  path: string,
): Promise<{ size: number; sha256: string }> {
  await using file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of from) {
    hash.update(chunk)
    size += chunk.byteLength
    await file.writeFile(chunk)
  }
  await file.sync()
  return { size, sha256: hash.digest('hex') }
}

function missing(imageId: number): CatalogError {
  return new CatalogError(
    'invalid',
    `The file of image ${imageId} is not in the store. If it is being replaced, dump again; without files: --no-files.`,
  )
}

function damaged(imageId: number): CatalogError {
  return new CatalogError(
    'invalid',
    `The file of image ${imageId} is damaged: its SHA-256 is not the recorded one. Replace the file, or dump with --no-files.`,
  )
}
