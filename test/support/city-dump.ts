import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { readRecordedDate } from '../../src/core/edtf/recorded/recorded-date.ts'
import { DEMO } from './demo.ts'
import { numbersFrom, type Below } from './seeded-numbers.ts'

/** A record of an archive with a known place. */
export interface CityRecord {
  id: string
  title: string
  date: string
  text: string
  lat: number
  lon: number
  topics: string[]
}

/** A building that becomes a subject, with the outline of its ground. */
export interface Landmark {
  title: string
  /** Pictures of which this matches a text show it. */
  pattern: RegExp
  /** Longitude and latitude of its corners. */
  ring: readonly [number, number][]
}

const SEED = 40
const CREATED_AT = '2026-01-01T00:00:00.000000Z'
const ARCHIVE = { name: 'City Archive', slug: 'archive', url: 'https://archive.example/' }
const USER = { id: 1, username: 'street_walker', is_staff: false, created_at: CREATED_AT }
/** One of this many pictures is not placed yet. */
const UNPLACED = 10
const COLLECTION = 250
/** Longer side of the pictures, in pixels. */
const SIZE = 600

/** Reads the first records of a file of JSON lines, those that match a pattern before the others. */
export async function readCityRecords(
  path: string,
  count: number,
  first: RegExp,
): Promise<CityRecord[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter(Boolean)
  const all = lines.map((line) => JSON.parse(line) as CityRecord)
  const isFirst = ({ date, text, title }: CityRecord) => first.test(`${date} ${title} ${text}`)
  const every = Math.max(1, Math.floor(all.length / count))
  const rest = all.filter((record, index) => !isFirst(record) && index % every === 0)
  return [...all.filter(isFirst), ...rest].slice(0, count)
}

/** Writes a dump of records. Their pictures are those of the demonstration in the size of an archive's previews. */
export async function writeCityDump(
  directory: string,
  records: readonly CityRecord[],
  landmark: Landmark,
): Promise<void> {
  await mkdir(join(directory, 'files/images'), { recursive: true })
  const pictures = await drawPictures()
  for (const index of records.keys())
    await writeFile(
      join(directory, filePath(index + 1)),
      pictures[index % pictures.length] ?? Buffer.alloc(0),
    )
  const lines = [...listLines(records, landmark)].map((line) => JSON.stringify(line))
  await writeFile(join(directory, 'catalog.ndjson'), `${lines.join('\n')}\n`)
}

async function drawPictures(): Promise<Buffer[]> {
  const folder = join(DEMO, 'files/images')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jpg'))
  // One of them is truncated.
  const open = (name: string) => sharp(join(folder, name), { failOn: 'none' })
  const draw = (name: string) => open(name).resize(SIZE, SIZE, { fit: 'inside' }).grayscale()
  return Promise.all(names.map((name) => draw(name).jpeg().toBuffer()))
}

function filePath(id: number): string {
  return `files/images/${id}.jpg`
}

type Line = { type: string } & Record<string, unknown>

function* listLines(records: readonly CityRecord[], landmark: Landmark): Iterable<Line> {
  yield { type: 'catalog', format: 'catalog-dump', version: 2, name: 'Old New York' }
  yield { type: 'user', ...USER }
  yield { type: 'source', id: 1, ...ARCHIVE, description: '', public: true }
  for (let id = 1; id <= Math.ceil(records.length / COLLECTION); id += 1)
    yield { type: 'collection', id, source: 1, name: `Box ${id}`, slug: `box-${id}`, public: true }
  const topics = new Set(records.flatMap(({ topics }) => topics))
  const titles = [landmark.title, ...topics]
  yield* titles.map((title, index) => describeSubject(index + 1, title))
  const geometry = { type: 'Polygon', coordinates: [landmark.ring] }
  yield { type: 'subject_geometry', subject: 1, map_id: 'way/1', geometry }
  yield* records.map((record, index) => describeImage(index + 1, record))
  const isOfLandmark = ({ title, text }: CityRecord) => landmark.pattern.test(`${title} ${text}`)
  for (const [index, record] of records.entries()) {
    const shown = new Set([...(isOfLandmark(record) ? [landmark.title] : []), ...record.topics])
    for (const [position, title] of [...shown].entries())
      yield {
        type: 'subject_tag',
        image: index + 1,
        subject: titles.indexOf(title) + 1,
        position: position + 1,
        tagged_at: CREATED_AT,
      }
  }
  const below = numbersFrom(SEED)
  for (const [index, record] of records.entries()) {
    if (index % UNPLACED === UNPLACED - 1) continue
    const target = isOfLandmark(record) ? landmark.ring[0] : undefined
    yield { ...describePoint(index + 1, record), ...chooseDirection(record, target, below) }
  }
}

function describeSubject(id: number, title: string): Line {
  const kb = { kb_id: `Q${id}`, uri: `http://www.wikidata.org/entity/Q${id}` }
  const named = { title, description: '' }
  return { type: 'subject', id, slug: `subject-${id}`, ...named, kb: { ...kb, ...named } }
}

function describeImage(id: number, { id: reference, title, date, text }: CityRecord): Line {
  const { readings } = readRecordedDate(date)
  const [reading] = readings
  return {
    type: 'image',
    id,
    collection: Math.ceil(id / COLLECTION),
    title: title.slice(0, 500),
    ...(date !== '' && { original_date: date }),
    ...(reading && readings.length === 1 && { edtf_date: reading.edtf }),
    description: text,
    reference_id: reference,
    rotation: 0,
    mirror: 'none',
    from_above: false,
    will_not_georef: false,
    created_at: CREATED_AT,
    file: { path: filePath(id).replace('files/', ''), content_type: 'image/jpeg' },
  }
}

function describePoint(image: number, { lat, lon }: CityRecord): Line {
  return {
    type: 'georeference',
    id: image,
    image,
    latitude: lat,
    longitude: lon,
    confidence: 'high',
    georeferenced_by: USER.id,
    georeferenced_at: CREATED_AT,
  }
}

/** Toward the landmark if the picture shows it, and otherwise along one of the streets; a third has none. */
function chooseDirection(
  { lat, lon }: CityRecord,
  target: readonly [number, number] | undefined,
  below: Below,
): { direction?: number } {
  if (!target) return below(3) === 0 ? {} : { direction: 29 + 90 * below(4) }
  const east = (target[0] - lon) * Math.cos((lat * Math.PI) / 180)
  const degrees = (Math.atan2(east, target[1] - lat) * 180) / Math.PI
  return { direction: Math.round((degrees + 360) % 360) }
}
