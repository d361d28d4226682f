import { createStreetMerger } from './merge-streets.ts'
import type { NamedPlace, ParsedLine } from './named-place.ts'
import { parseGeonames } from './parse-geonames.ts'
import { parseOsmFeature } from './parse-osm-feature.ts'

/** Counts of the lines of a file and their problems, which grow while it is read. */
export interface PlacesReport {
  format: PlacesFormat | null
  lines: number
  /** Lines without a name, or of a kind that has no place. */
  unused: number
  malformed: number
  /** The first malformed lines, each with its problem: `line 12 is not JSON`. */
  problems: string[]
}

export type PlacesFormat = 'geonames' | 'osm'

/** The files ask to be credited so, unless the command says otherwise. */
export const CREDITS: Readonly<Record<PlacesFormat, string>> = {
  geonames: 'GeoNames (CC BY 4.0)',
  osm: '© OpenStreetMap contributors (ODbL)',
}

const MAX_PROBLEMS = 5
const BATCH_SIZE = 500

/** A line of a file with its number, or why it cannot be read: `is not UTF-8`. */
type Line = { number: number } & ({ text: string } | { problem: string })

/** Reads the places of a file: a dump of GeoNames, or an extract of OpenStreetMap with a GeoJSON feature in each line. */
export async function* readPlaces(
  lines: AsyncIterable<Line>,
  report: PlacesReport,
): AsyncGenerator<NamedPlace[]> {
  const merger = createStreetMerger()
  let places: NamedPlace[] = []
  for await (const line of lines) {
    const place = parseLine(line, report)
    if (place) for (const one of merger.add(place)) places.push(one)
    if (places.length < BATCH_SIZE) continue
    yield places
    places = []
  }
  yield [...places, ...merger.finish()]
}

export function startPlacesReport(): PlacesReport {
  return { format: null, lines: 0, unused: 0, malformed: 0, problems: [] }
}

/** RFC 8142 starts each line with a record separator. */
function isGeoJson(line: string): boolean {
  return line.startsWith('{') || line.startsWith('\u001E')
}

function parseLine(line: Line, report: PlacesReport): NamedPlace | undefined {
  const text = 'text' in line ? line.text.replace(/^\uFEFF|\r$/gu, '') : ''
  if ('text' in line && text.trim() === '') return undefined
  report.lines += 1
  const parsed = 'problem' in line ? line : parseText(text, report)
  if (parsed === 'unused') report.unused += 1
  else if ('problem' in parsed) {
    report.malformed += 1
    if (report.problems.length < MAX_PROBLEMS)
      report.problems.push(`line ${line.number} ${parsed.problem}`)
  } else return parsed
  return undefined
}

/** The first line decides which format the file has. */
function parseText(text: string, report: PlacesReport): ParsedLine {
  report.format ??= isGeoJson(text) ? 'osm' : 'geonames'
  return report.format === 'osm' ? parseOsmFeature(text) : parseGeonames(text)
}
