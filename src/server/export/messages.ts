import type { DatabaseAddress } from '../../core/database/database-address.ts'
import type { ExportQuery } from '../../core/queries/export/export-query.ts'
import type { LinkBases } from '../http/links.ts'

/** The messages between the server and the thread that reads exports. */

export interface ExportThreadOptions {
  database: DatabaseAddress
  bases: LinkBases
}

export interface ExportRequest {
  query: ExportQuery
  /** Lines of JSON, or a JSON text sequence (RFC 7464). */
  format: 'lines' | 'sequence'
  /** Signs the URLs of files that are not public. */
  signing: { key: Uint8Array; userId: number; now: number }
}

/** Asks for the next chunk of an export. The first message of an export starts it. */
export interface NextChunk {
  type: 'next'
  exportId: number
  request: ExportRequest
}

/** Ends an export, so that it no longer holds a read transaction. It has no answer. */
export interface EndExport {
  type: 'end'
  exportId: number
}

export type ExportThreadMessage = (NextChunk & { id: number }) | EndExport

/** A part of the export; null after the last one. */
export type Chunk = Uint8Array<ArrayBuffer> | null
