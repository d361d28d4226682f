import type { Column } from '../tables/columns.ts'

export const PROTOCOLS = ['iiif', 'oai', 'jsonl'] as const
export type Protocol = (typeof PROTOCOLS)[number]

/** Requests per second. */
export const DEFAULT_RATE = 2

/** Address of a remote, and how to read it. */
export interface HarvestSource {
  url: string
  /** Found out by default. */
  protocol?: Protocol | undefined
  /** Set of an OAI-PMH repository. */
  set?: string | undefined
  /** Our columns by the members of JSON lines, which may be paths such as `place.lat`. */
  map: Readonly<Record<string, Column>>
  /** Whether pictures may have `http:` addresses. */
  allowHttp: boolean
}
