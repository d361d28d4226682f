import { GeometryError, type LineString, type MultiLineString, type Position } from './geometry.ts'

/**
 * Joins lines that meet end to end, in any direction. Where more than two ends meet, the lines stay apart.
 * @throws GeometryError without a line
 */
export function joinLines(given: readonly (readonly Position[])[]): LineString | MultiLineString {
  let lines = given.filter((line) => line.length > 1).map((line) => [...line])
  for (const key of listJoints(lines)) {
    const meeting = lines.filter((line) => isEnd(line, key))
    const [one, other] = meeting
    // A line that is closed already meets itself.
    if (!one || !other) continue
    lines = [...lines.filter((line) => !meeting.includes(line)), connect(one, other, key)]
  }
  const [only, ...others] = lines
  if (!only) throw new GeometryError('It has no line.')
  if (others.length === 0) return { type: 'LineString', coordinates: only }
  return { type: 'MultiLineString', coordinates: lines }
}

/** Positions where exactly two ends meet. */
function listJoints(lines: readonly Position[][]): string[] {
  const ends = new Map<string, number>()
  for (const line of lines) {
    for (const end of [line[0], line.at(-1)]) {
      const key = String(end)
      ends.set(key, (ends.get(key) ?? 0) + 1)
    }
  }
  return [...ends].filter(([, count]) => count === 2).map(([key]) => key)
}

function isEnd(line: readonly Position[], key: string): boolean {
  return String(line[0]) === key || String(line.at(-1)) === key
}

function connect(one: readonly Position[], other: readonly Position[], key: string): Position[] {
  const before = String(one.at(-1)) === key ? one : one.toReversed()
  const after = String(other[0]) === key ? other : other.toReversed()
  return [...before, ...after.slice(1)]
}
