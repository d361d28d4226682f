/** The lines of the demo by type, with the fields that tests read. */

export const DEMO = new URL('../../fixtures/demo', import.meta.url).pathname

export interface DemoLine {
  type: string
  id?: number
  name?: string
  public?: boolean
  source?: number
  collection?: number
  image?: number
  duplicate_of?: number
  subject?: number
  previous_order?: number[]
  new_order?: number[]
  georeference?: number
  from_above_georeference?: number
  created_by?: number
  announced_by?: number
  tagged_by?: number
  changed_by?: number
  georeferenced_by?: number
  validated_by?: number
  commented_by?: number
  license?: string
  edtf_date?: string
  polygon?: { coordinates: [number, number][][] }
  geometry?: { coordinates: [number, number][][][] }
  file?: { path: string; content_type: string; sha256: string; size: number }
}

export function demoLines(text: string): Record<string, DemoLine[]> {
  const lines = text.trimEnd().split('\n')
  const parsed = lines.map((line) => JSON.parse(line) as DemoLine)
  return Object.fromEntries(Map.groupBy(parsed, ({ type }) => type))
}

export function groupByImage(lines: readonly DemoLine[]): Map<number | undefined, DemoLine[]> {
  return Map.groupBy(lines, ({ image }) => image)
}
