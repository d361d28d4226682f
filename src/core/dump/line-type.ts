import type { InsertObject } from 'kysely'
import type { z } from 'zod'
import type { Micros } from '../base/clock.ts'
import type { Reads, Tx } from '../database/store.ts'
import type { Tables } from '../database/tables.ts'
import type { DumpedFiles } from './dumped-file.ts'

/**
 * A type of line in a dump. The schema parses all fields but `type`; the order of its fields is their order in the
 * line. `rows` reads the tables and `addRows` fills them.
 */
export interface LineType<Schema extends z.ZodObject = z.ZodObject> {
  readonly type: string
  readonly schema: Schema
  /** Reads all lines of this type in the order of the dump: times formatted, absent values null. */
  rows(source: DumpSource): AsyncIterable<z.input<Schema>>
  /** Checks of a single line beyond the schema. @throws BadField */
  check?(line: z.output<Schema>, dump: CheckedDump): Promise<void>
  /** Hands the rows of a line to the target. @throws BadField */
  addRows(line: z.output<Schema>, target: LoadTarget): void | Promise<void>
  /** Rows that the line refers to, to name a missing one. */
  references?(line: z.output<Schema>): Reference[]
}

/** The source of a dump. */
export interface DumpSource {
  reads: Reads
  /** Copies an original into the dump; null in a dump without files. */
  copyOriginal: ((original: Original) => Promise<DumpedFile>) | null
  /** Restricts the lines to those with these ids, and tags and outlines to those of the images or subjects; all by default. */
  only?: readonly number[]
}

export interface Original {
  imageId: number
  version: string
  contentType: string
  sha256: string | null
}

/** The `file` field of an image line. */
export interface DumpedFile {
  path: string
  content_type: string
  sha256: string
  size: number
}

/** A dump during its validation. */
export interface CheckedDump extends DumpedFiles {
  /** For validity checks of geometries by SpatiaLite. */
  reads: Reads
}

/** A load: one transaction. */
export interface Load {
  tx: Tx
  now: Micros
  /** Returns the stored file of the next image that has one. */
  readNextFile(): Promise<StoredFile>
  /** Ids of the licenses of earlier lines, by name. */
  readonly licenseIds: Map<string, number>
}

/** Collector of the rows of a line. The rows of earlier types of lines are already inserted. */
export interface LoadTarget extends Load {
  /** Adds a row to those that are inserted next. It replaces one with the same key in the log of changes. */
  readonly add: <Name extends keyof Tables>(table: Name, row: InsertObject<Tables, Name>) => void
  /** Adds work that runs after the rows of the line were inserted. */
  readonly afterInsert: (work: () => Promise<unknown>) => void
}

export interface StoredFile {
  imageId: number
  version: string
  /** Hexadecimal. */
  sha256: string
  size: number
}

type ContributionTable = 'georeference' | 'from_above_georeference'

export interface Reference {
  field: string
  table: 'user' | 'source' | 'collection' | 'subject' | 'image' | ContributionTable
  id: number | null
}

/** Infers the schema type of a definition. */
export function lineType<Schema extends z.ZodObject>(type: LineType<Schema>): LineType<Schema> {
  return type
}
