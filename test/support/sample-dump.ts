import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { plain, RED } from './pictures.ts'

/** A small dump with every type of line and every field, in canonical form. */

export const SAMPLE_FILE = await plain(2, 2, RED).jpeg().toBuffer()

const file = {
  path: 'images/11.jpg',
  content_type: 'image/jpeg',
  sha256: createHash('sha256').update(SAMPLE_FILE).digest('hex'),
  size: SAMPLE_FILE.byteLength,
}

const at = (second: number): string => `2026-01-02T03:04:${String(second).padStart(2, '0')}.000567Z`
const square = [
  [179.5, -1],
  [180.5, -1],
  [180.5, 1e-7],
  [179.5, 1],
  [179.5, -1],
]

// prettier-ignore
export const SAMPLE: readonly Record<string, unknown>[] = [
  { type: 'catalog', format: 'catalog-dump', version: 2, name: 'Städtische Bilder', settings: { cone: 40, milestones: { user: [5, 15] } } },
  { type: 'user', id: 1, username: 'Åse', is_staff: true, created_at: at(0) },
  { type: 'user', id: 7, username: 'mapper "7"', is_staff: false, created_at: at(1) },
  { type: 'license', id: 2, name: 'cc-by', display_name: 'CC BY 4.0', permalink: '' },
  { type: 'source', id: 3, name: 'City Archive', slug: 'city-archive', url: 'https://archive.example/', description: '', public: true },
  { type: 'collection', id: 4, source: 3, name: 'Glass plates', slug: 'glass-plates', url: 'https://archive.example/4', description: 'Plates.', public: true, announced_at: at(2), announced_by: 1 },
  { type: 'collection', id: 5, source: 3, name: 'Postcards', slug: 'postcards', public: false },
  { type: 'subject', id: 6, title: 'Old bridge', slug: 'old-bridge', description: 'A bridge.', kb: { kb_id: 'Q42', uri: 'http://www.wikidata.org/entity/Q42', title: 'Old bridge', description: '' } },
  { type: 'subject', id: 8, title: 'Mill', slug: 'mill', kb: { kb_id: 'Q43', uri: 'http://www.wikidata.org/entity/Q43', title: 'Mill', description: 'mill' } },
  { type: 'subject_geometry', subject: 6, map_id: 'way/123', geometry: { type: 'MultiPolygon', coordinates: [[square]] } },
  { type: 'image', id: 10, collection: 4, title: 'The bridge, again', rotation: 0, mirror: 'none', from_above: false, will_not_georef: false, duplicate_of: 11, created_at: at(3) },
  { type: 'image', id: 11, collection: 4, title: 'The bridge', original_date: 'about 1906', edtf_date: '1906~', original_url: 'https://archive.example/11', description: 'Line one\nline two 🌉', creator: 'Østberg', reference_id: 'A-11', archive_position: '59.91, 10.75, 90', license: 'cc-by', scale: '1:500', rotation: 90, mirror: 'h', from_above: false, will_not_georef: false, order: -3, created_at: at(4), created_by: 1, file },
  { type: 'image', id: 12, collection: 5, title: 'From the tower', rotation: 0, mirror: 'none', from_above: true, will_not_georef: true, created_at: at(5) },
  { type: 'subject_tag', image: 11, subject: 8, position: 1, tagged_by: 7, tagged_at: at(6) },
  { type: 'subject_tag', image: 11, subject: 6, position: 2, tagged_at: at(6) },
  { type: 'subject_change', action: 'added', image: 12, subject: 6, changed_by: 7, changed_at: at(7) },
  { type: 'subject_change', action: 'removed', image: 12, subject: 6, changed_at: at(8) },
  { type: 'subject_change', action: 'reordered', image: 11, changed_by: 7, changed_at: at(8), previous_order: [6, 8], new_order: [8, 6] },
  { type: 'georeference', id: 20, image: 11, latitude: 47.5596, longitude: -7.5886, direction: 359.5, confidence: 'high', confidence_notes: 'The tower.', georeferenced_by: 7, georeferenced_at: at(9) },
  { type: 'georeference', id: 21, image: 11, latitude: 0, longitude: 180, confidence: 'low', georeferenced_by: 7, georeferenced_at: at(10) },
  { type: 'from_above_georeference', id: 22, image: 12, polygon: { type: 'Polygon', coordinates: [square] }, confidence: 'medium', confidence_notes: 'Roofs.', georeferenced_by: 1, georeferenced_at: at(11) },
  { type: 'validation', id: 30, georeference: 20, validation: 'correct', notes: 'Yes.', validated_by: 1, validated_at: at(12) },
  { type: 'validation', id: 31, from_above_georeference: 22, validation: 'uncertain', validated_by: 7, validated_at: at(13) },
  { type: 'comment', id: 40, image: 12, text: 'Who took it?', commented_by: 7, created_at: at(14) },
  { type: 'hidden_comment', id: 41, image: 12, text: 'Buy here!', commented_by: 1, created_at: at(14), hidden_by: 1, hidden_at: at(15) },
  { type: 'hidden_comment', id: 43, image: 12, text: 'And here!', commented_by: 7, created_at: at(14), hidden_at: at(15) },
  { type: 'flag', id: 44, image: 11, reason: 'rights', text: 'Whose is it?', flagged_by: 7, flagged_at: at(15) },
  { type: 'flag', id: 45, image: 12, reason: 'date', flagged_by: 1, flagged_at: at(15), resolved_by: 1, resolved_at: at(16) },
  { type: 'skip', user: 7, image: 11, reason: 'too dark', skipped_at: at(16) },
  { type: 'audit', at: at(15), user: 1, action: 'user.suspend', object_type: 'user', object_id: '7', after: { reason: 'Jokes.' } },
  { type: 'audit', at: at(16), host_user: { system_user: 'archive' }, batch: '0b5c66a5-6d6f-4e0c-9a52-3c1f6f0c7a11', action: 'image.edit', object_type: 'image', object_id: '12', before: { title: 'Tower', position: null }, after: { title: 'From the tower', position: 2.5 } },
  { type: 'change', object_type: 'source', object_id: 3, changed_at: at(20), gone: false },
  { type: 'change', object_type: 'image', object_id: 13, changed_at: at(21), gone: true },
  { type: 'change', object_type: 'collection', object_id: 4, changed_at: at(22), gone: false },
  { type: 'change', object_type: 'image', object_id: 11, changed_at: at(23), gone: false },
  { type: 'change', object_type: 'subject', object_id: 8, changed_at: at(24), gone: false },
  { type: 'change', object_type: 'subject', object_id: 6, changed_at: at(25), gone: false },
  { type: 'change', object_type: 'image', object_id: 10, changed_at: at(26), gone: false },
]

export function linesOf(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('')
}

export interface SampleDump {
  lines?: string | Buffer
  /** Files by their path below `files/`. */
  files?: Record<string, Buffer>
}

/** Writes a dump of these lines to a new folder, by default with the file of the sample. */
export async function writeSampleDump(directory: string, sample: SampleDump = {}): Promise<string> {
  const { lines = linesOf(SAMPLE), files = { [file.path]: SAMPLE_FILE } } = sample
  for (const [path, bytes] of Object.entries(files)) {
    const target = join(directory, 'files', path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, bytes)
  }
  await mkdir(directory, { recursive: true })
  await writeFile(join(directory, 'catalog.ndjson'), lines)
  return directory
}
