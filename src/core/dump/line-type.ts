import type { z } from 'zod'
import type { Micros } from '../clock.ts'
import type { Reads, Tx } from '../db/store.ts'
import type { Tables } from '../db/tables.ts'
import type { DumpedFiles } from './dumped-file.ts'

/**
 * One type of line of a dump. The schema, of all fields but `type`, reads it and, by the order of its fields, says how it is written;
 * `rows` and `insert` are the way from and to the tables.
 */
export interface LineType<Schema extends z.ZodObject = z.ZodObject> {
  readonly type: string
  readonly schema: Schema
  /** Every line of this type, in the dump's order, as it is written: times formatted, absent values null. */
  rows(source: DumpSource): AsyncIterable<z.input<Schema>>
  /** What else can be told of the line by itself. @throws BadField */
  check?(line: z.output<Schema>, dump: CheckedDump): Promise<void>
  insert(line: z.output<Schema>, target: LoadTarget): Promise<void>
  /** What the line refers to, to name the one that is missing. */
  references?(line: z.output<Schema>): Reference[]
}

/** Where a dump comes from. */
export interface DumpSource {
  reads: Reads
  /** Copies an original into the dump; null in a dump without files. */
  copyOriginal: ((original: Original) => Promise<DumpedFile>) | null
}

export interface Original {
  imageId: number
  version: string
  contentType: string
  sha256: string | null
}

/** What an image's line tells of its file. */
export interface DumpedFile {
  path: string
  content_type: string
  sha256: string
  size: number
}

/** A dump that is being checked. */
export interface CheckedDump extends DumpedFiles {
  /** To ask SpatiaLite about geometries. */
  reads: Reads
}

/** Where a dump goes: one transaction. */
export interface LoadTarget {
  tx: Tx
  now: Micros
  /** The file that was put into the store for the next image that has one. */
  nextPlacedFile(): Promise<PlacedFile>
}

export interface PlacedFile {
  imageId: number
  version: string
  /** Hex. */
  sha256: string
  size: number
}

export interface Reference {
  field: string
  table: Extract<keyof Tables, 'user' | 'source' | 'collection' | 'subject' | 'image'>
  id: number | null
}

/** Keeps the types of a definition while forgetting them in the list of all. */
export function lineType<Schema extends z.ZodObject>(type: LineType<Schema>): LineType<Schema> {
  return type
}
