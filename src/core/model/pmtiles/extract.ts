import type { Entry } from 'pmtiles'

/** Bytes to copy from the tile data of an archive. */
export interface Segment {
  offset: number
  length: number
}

/** An archive with some tiles of another. */
export interface Extract {
  /** The entries with their offsets in the extract, ascending. */
  entries: Entry[]
  /** Byte ranges to copy, in this order. */
  segments: Segment[]
  /** Size of the tile data. */
  bytes: number
  /** Number of tiles, and of different ones. */
  tiles: number
  contents: number
}

/** Plans an extract: its tiles follow each other in the order of their ids, and equal ones are stored once. */
export function planExtract(entries: readonly Entry[]): Extract {
  const places = new Map<number, number>()
  const segments: Segment[] = []
  let [bytes, tiles] = [0, 0]
  const placed = entries.map((entry) => {
    tiles += entry.runLength
    const place = places.get(entry.offset)
    if (place !== undefined) return { ...entry, offset: place }
    places.set(entry.offset, bytes)
    addSegment(segments, entry)
    bytes += entry.length
    return { ...entry, offset: bytes - entry.length }
  })
  return { entries: placed, segments, bytes, tiles, contents: places.size }
}

function addSegment(segments: Segment[], { offset, length }: Segment): void {
  const last = segments.at(-1)
  if (last && last.offset + last.length === offset) last.length += length
  else segments.push({ offset, length })
}

/** Returns what is left to copy after the first bytes were copied. */
export function skipCopied(segments: readonly Segment[], copied: number): Segment[] {
  let skipped = copied
  return segments.flatMap(({ offset, length }) => {
    const less = Math.min(skipped, length)
    skipped -= less
    return less === length ? [] : [{ offset: offset + less, length: length - less }]
  })
}

/** Groups segments that one request fetches, with the bytes between them. @param gap most bytes between two of them */
export function groupSegments(segments: readonly Segment[], gap: number): Segment[][] {
  const groups: Segment[][] = []
  for (const segment of segments) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    const between = last ? segment.offset - (last.offset + last.length) : -1
    if (group && between >= 0 && between <= gap) group.push(segment)
    else groups.push([segment])
  }
  return groups
}
