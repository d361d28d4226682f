import { GeometryError, type LineString, type MultiLineString, type Position } from './geometry.ts'

/**
 * Joins lines that meet end to end, in any direction. Where more than two ends meet, the lines stay apart.
 * @throws GeometryError without a line
 */
export function joinLines(given: readonly (readonly Position[])[]): LineString | MultiLineString {
  const lines = new Set(given.filter((line) => line.length > 1).map((line) => [...line]))
  const endingAt = indexByEnds(lines)
  const joints = [...endingAt].filter(([, meeting]) => meeting.length === 2).map(([key]) => key)
  for (const key of joints) {
    const [one, other] = endingAt.get(key) ?? []
    // A line that is closed already meets itself.
    if (!one || !other || one === other) continue
    const joined = connect(one, other, key)
    lines.delete(one)
    lines.delete(other)
    lines.add(joined)
    replaceEnds(endingAt, [one, other], joined)
  }
  const [only, ...others] = lines
  if (!only) throw new GeometryError('It has no line.')
  if (others.length === 0) return { type: 'LineString', coordinates: only }
  return { type: 'MultiLineString', coordinates: [...lines] }
}

function replaceEnds(
  endingAt: Map<string, Position[][]>,
  replaced: readonly Position[][],
  joined: Position[],
): void {
  for (const end of new Set(listEnds(joined))) {
    const others = endingAt.get(end)?.filter((line) => !replaced.includes(line)) ?? []
    endingAt.set(end, [...others, joined])
  }
}

/** A closed line ends twice at the same position. */
function indexByEnds(lines: Iterable<Position[]>): Map<string, Position[][]> {
  const endingAt = new Map<string, Position[][]>()
  for (const line of lines) {
    for (const key of listEnds(line)) {
      const meeting = endingAt.get(key)
      if (meeting) meeting.push(line)
      else endingAt.set(key, [line])
    }
  }
  return endingAt
}

function listEnds(line: readonly Position[]): [string, string] {
  return [String(line[0]), String(line.at(-1))]
}

function connect(one: readonly Position[], other: readonly Position[], key: string): Position[] {
  const before = String(one.at(-1)) === key ? one : one.toReversed()
  const after = String(other[0]) === key ? other : other.toReversed()
  return [...before, ...after.slice(1)]
}
