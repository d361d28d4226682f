import type { Readable } from 'node:stream'
import type { Micros } from '../base/clock.ts'
import type { FileDigest } from './digests.ts'
import type { UploadTarget } from './upload-target.ts'

/**
 * Stores files by key, such as `images/12/<version>/original.jpg`. Disposing of it removes its temporary files.
 * @throws CatalogError kind `unavailable`, from every method, if the storage is full or fails
 */
export interface ObjectStore extends AsyncDisposable {
  /**
   * Stores a stream durably without a key, and computes its digest. A chunk may be reused once the next one is
   * requested.
   * @throws CatalogError kind `too_large` past `limit` bytes
   */
  receive(source: AsyncIterable<Uint8Array>, limit: number): Promise<ReceivedObject>
  /** Copies a file of this machine to a key, durably; replaces an object atomically. */
  putFile(path: string, key: string): Promise<void>
  /** Gives an object a second key; both stay. The new key must not exist yet. */
  duplicate(from: string, to: string): Promise<Duplicate>
  stat(key: string): Promise<StoredObject | undefined>
  /** Metadata of an object, which is not read. Undefined if there is no such object. Absent on a local disk. */
  inspect?(key: string): Promise<InspectedObject | undefined>
  /** Size and SHA-256 of an existing object; reads it unless this process received it. */
  digest(key: string): Promise<FileDigest>
  /** The bytes, or a range of them. The stream fails with code `ENOENT` if there is no such object. */
  read(key: string, range?: ByteRange): Readable
  /** The bytes of a short range, fewer if the object ends inside it; undefined if there is no such object. */
  readRange(key: string, range: ByteRange): Promise<Buffer | undefined>
  /**
   * Provides an object as a file, for programs that read files. Nothing is copied on a local disk.
   * @returns undefined if there is no such object
   */
  localCopy(key: string): Promise<LocalCopy | undefined>
  /** Returns the path of an object on this machine, or its URL, for people. The object need not exist. */
  locate(key: string): string
  /**
   * Moves an object, or every object below a prefix, durably. There must be nothing at the new place yet.
   * @returns false if there is nothing to move
   */
  move(from: string, to: string): Promise<boolean>
  /** Removes an object, if it exists. */
  remove(key: string): Promise<void>
  /** Removes every object below a prefix. */
  removeBelow(prefix: string): Promise<void>
  /** Removes a prefix, unless it has objects. */
  removeEmpty(prefix: string): Promise<void>
  /** Lists the objects and prefixes directly below a prefix, in any order. */
  list(prefix: string): AsyncIterable<ListedEntry>
  /**
   * Creates a URL to which clients upload a file themselves, without this server. Absent if the storage has no such
   * URLs.
   */
  presignUpload?(target: UploadTarget, now: Micros): Promise<string>
  /** The same with what is below each of these: a bucket lists both at once. */
  listFolders(prefix: string): AsyncIterable<ListedFolder>
  /** Lists every object below a prefix, at any depth. What is directly below it comes in the order of the names. */
  listObjects(prefix: string): AsyncIterable<ListedObject>
  /** Counts the objects below a prefix, and adds up their sizes. */
  measure(prefix: string): Promise<StoredSize>
  /** Removes unfinished files of processes that have ended. */
  discardUnfinished(): Promise<void>
  /** @throws CatalogError kind `unavailable` if files cannot be stored at present */
  requireAvailable(): Promise<void>
  /** Creates an empty folder for temporary files on the same disk; disposing of it removes it. */
  workspace(): Promise<Workspace>
}

/** Both ends are inclusive. */
export interface ByteRange {
  start: number
  end: number
}

export interface ListedEntry {
  /** The part of the key below the prefix, up to the next slash. */
  name: string
  /** When an object was last stored there or directly below. */
  changedAt: Micros
}

export interface ListedObject {
  key: string
  size: number
}

export interface ListedFolder extends ListedEntry {
  /** Lists the objects and prefixes directly below it. */
  entries(this: void): AsyncIterable<ListedEntry>
}

/** A key that exists. */
export interface Duplicate {
  /** Resolves when the key survives a power failure too. */
  readonly durable: Promise<void>
}

export interface StoredSize {
  files: number
  bytes: number
}

export interface StoredObject {
  size: number
}

export interface InspectedObject extends StoredObject {
  /** Differs for other bytes. Null if the server sends none. */
  etag: string | null
  /** In hexadecimal. Null if the server has not computed it. */
  sha256: string | null
}

/** A stored file without a key yet; disposing of it removes the file unless it was published. */
export interface ReceivedObject extends AsyncDisposable {
  readonly size: number
  /** In hexadecimal. */
  readonly sha256: string
  publish(key: string): Promise<void>
}

/** A file that must not be changed. It may be removed when this is disposed of. */
export interface LocalCopy extends AsyncDisposable {
  readonly path: string
}

export interface Workspace extends AsyncDisposable {
  readonly path: string
}
