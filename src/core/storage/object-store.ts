import type { Readable } from 'node:stream'
import type { Micros } from '../clock.ts'
import type { FileDigest } from './digests.ts'

/**
 * Where the bytes of files live, by key: `images/12/<version>/original.jpg`. Disposing of it takes its
 * temporary files away.
 * @throws CatalogError kind `unavailable`, from every method, when the storage is full or fails
 */
export interface ObjectStore extends AsyncDisposable {
  /**
   * Takes a stream in, durably and hashing on the way, without showing it to anybody yet. Done with each
   * chunk when it asks for the next one.
   * @throws CatalogError kind `too_large` past `limit` bytes
   */
  receive(source: AsyncIterable<Uint8Array>, limit: number): Promise<ReceivedObject>
  /** Gives a file of this machine a key, durably; replaces what was there at once or not at all. */
  putFile(path: string, key: string): Promise<void>
  /** Gives an object a second key; both stay. The new key must not exist yet. */
  duplicate(from: string, to: string): Promise<Duplicate>
  stat(key: string): Promise<StoredObject | undefined>
  /** SHA-256 of an object that is there; need not read it when this process has received it. */
  digest(key: string): Promise<FileDigest>
  /** The bytes, or the range from `start` to `end`, both inclusive. */
  read(key: string, range?: ByteRange): Readable
  /** Path on this machine where the image child finds the bytes. */
  localPath(key: string): string
  /** Does nothing when there is no such object. */
  remove(key: string): Promise<void>
  /** Removes every object whose key lies below the prefix. */
  removeBelow(prefix: string): Promise<void>
  /** Forgets a prefix that no object lies below; does nothing when one does. */
  removeEmpty(prefix: string): Promise<void>
  /** What lies directly below a prefix, one after the other in any order: objects, and prefixes of further ones. */
  list(prefix: string): AsyncIterable<ListedEntry>
  /** Clears what processes that are gone left half done. */
  discardUnfinished(): Promise<void>
  /** An empty folder for intermediate files on the same disk; gone when disposed of. */
  workspace(): Promise<Workspace>
}

export interface ByteRange {
  start: number
  end: number
}

export interface ListedEntry {
  /** The part of the key below the prefix, up to the next slash. */
  name: string
  /** When an object was last put there or directly below. */
  changedAt: Micros
}

/** A key that is there. */
export interface Duplicate {
  /** Fulfilled when it survives a power cut too. */
  readonly durable: Promise<void>
}

export interface StoredObject {
  size: number
}

/** Bytes that are on disk but have no key yet; disposing of it takes them away unless published. */
export interface ReceivedObject extends AsyncDisposable {
  readonly size: number
  /** Hex. */
  readonly sha256: string
  publish(key: string): Promise<void>
}

export interface Workspace extends AsyncDisposable {
  readonly path: string
}
