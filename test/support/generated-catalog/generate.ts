import type { Database, Statement } from 'better-sqlite3'
import { computeBounds } from '../../../src/core/edtf/bounds.ts'
import { parseEdtf } from '../../../src/core/edtf/parse.ts'
import { foldText } from '../../../src/core/model/fold.ts'
import { createChance, words, type Chance } from './random.ts'
import {
  createCities,
  creatorNames,
  edtfDate,
  placeNear,
  placeOnEarth,
  quadrangle,
  RICH,
} from './rows.ts'
import type { Size } from './rows.ts'

const PER_TRANSACTION = 50_000
/** One of this many images is a view from above. */
const FROM_ABOVE = 16
const START_MICROS = 1_700_000_000_000_000

/** Returns the next text of each kind. */
export interface Texts {
  title(): string
  description(): string | null
  comment(): string
  notes(): string | null
}

export type TextsOf = (chance: Chance) => Texts

/**
 * Fills an empty database row by row, without holding the rows in memory.
 * @param report receives a line for each table
 */
export function generate(
  db: Database,
  size: Size,
  textsOf: TextsOf,
  report?: (line: string) => void,
): void {
  const chance = createChance(1)
  const texts = textsOf(chance)
  const table = inserter(db, report)
  holdings(table, chance, size)
  images(table, chance, size, texts)
  contributions(table, chance, size, texts)
}

export function syllableTexts(chance: Chance): Texts {
  return {
    title: () => words(chance, 2, 6),
    description: () => perhaps(chance, 0.6, () => words(chance, 8, 30)),
    comment: () => words(chance, 5, 25),
    notes: () => perhaps(chance, 0.4, () => words(chance, 3, 12)),
  }
}

type Insert = (row: Record<string, number | string | null>) => void
type Table = (name: string, size: number, geom?: string) => { insert: Insert; done(): void }

/** Inserts in long transactions; `geom` is the SQL of a geometry column. */
function inserter(db: Database, report?: (line: string) => void): Table {
  return (name, size, geom) => {
    let statement: Statement | undefined
    let open = 0
    const started = performance.now()
    return {
      insert(row) {
        const columns = Object.keys(row)
        statement ??= db.prepare(
          `insert into ${name} (${[...columns, ...(geom ? ['geom'] : [])].join(', ')})
           values (${[...columns.map((column) => `@${column}`), ...(geom ? [geom] : [])].join(', ')})`,
        )
        if (open === 0) db.exec('begin')
        statement.run(row)
        open = (open + 1) % PER_TRANSACTION
        if (open === 0) db.exec('commit')
      },
      done() {
        if (open > 0) db.exec('commit')
        const seconds = ((performance.now() - started) / 1000).toFixed(1)
        report?.(`  ${name.padEnd(24)} ${String(size).padStart(9)} rows, ${seconds} s`)
      },
    }
  }
}

function holdings(table: Table, chance: Chance, size: Size): void {
  each(table('user', size.users), size.users, (id) => {
    const username = `mapper-${id}`
    return { id, username, username_folded: username, is_staff: 0, created_at: 0 }
  })
  each(table('source', size.sources), size.sources, (id) => {
    const name = words(chance, 2, 4)
    const isPublic = Number(id === 1 || chance.is(0.95))
    return { ...named(id, name), slug: `source-${id}`, public: isPublic }
  })
  each(table('collection', size.collections), size.collections, (id) => {
    const name = words(chance, 2, 5)
    const isPublic = Number(id === 1 || chance.is(0.97))
    const source_id = id === 1 ? 1 : 1 + chance.zipf(size.sources)
    return { ...named(id, name), slug: `collection-${id}`, public: isPublic, source_id }
  })
  each(table('subject', size.subjects), size.subjects, (id) => {
    const title = `${words(chance, 1, 3)} ${id}`
    const kb = { kb_id: `Q${id + 1000}`, kb_uri: `http://www.wikidata.org/entity/Q${id + 1000}` }
    const texts = { title, title_folded: foldText(title), slug: `subject-${id}`, description: null }
    return { id, ...texts, ...kb, kb_title: title, kb_description: words(chance, 2, 6) }
  })
}

function named(id: number, name: string) {
  return { id, name, name_folded: foldText(name), url: '', description: '' }
}

function images(table: Table, chance: Chance, size: Size, texts: Texts): void {
  const creators = creatorNames(chance, size)
  each(table('image', size.images), size.images, (id) => {
    const creator = perhaps(chance, 0.7, () => creators[chance.zipf(creators.length)]!)
    return {
      id,
      collection_id: 1 + chance.zipf(size.collections),
      title: texts.title(),
      ...dateColumns(edtfDate(chance)),
      description: texts.description(),
      creator,
      creator_folded: creator && foldText(creator),
      reference_id: perhaps(chance, 0.5, () => `R-${id}`),
      rotation: 0,
      mirror: 'none',
      from_above: Number(isFromAbove(id)),
      will_not_georef: Number(chance.is(0.02)),
      duplicate_of: id > 100 ? perhaps(chance, 0.01, () => 1 + chance.below(99)) : null,
      position: perhaps(chance, 0.1, () => 1 + chance.below(size.images)),
      created_at: START_MICROS + id * 1_000_000,
      generation: perhaps(chance, 0.95, () => 'abcdefghijklmnopqrstuv'),
    }
  })
  tags(table, chance, size)
}

function perhaps<T>(chance: Chance, probability: number, value: () => T): T | null {
  return chance.is(probability) ? value() : null
}

function tags(table: Table, chance: Chance, size: Size): void {
  const rows = table('image_subject', size.images * 2)
  for (let id = 1; id <= size.images; id++) {
    const subjects = new Set(
      Array.from({ length: chance.below(5) }, () => 1 + chance.zipf(size.subjects)),
    )
    let position = 0
    for (const subject_id of subjects) {
      const tagged_at = START_MICROS + id * 1_000_000
      rows.insert({ image_id: id, subject_id, position: position++, tagged_by: null, tagged_at })
    }
  }
  rows.done()
}

const isFromAbove = (id: number): boolean => id % FROM_ABOVE === 0

const columnsByDate = new Map<string, Record<string, number | string>>()

/** Returns the date columns of an image; cached, because dates repeat. */
function dateColumns(date: string | null): Record<string, number | string | null> {
  if (date === null) return NO_DATE
  const known = columnsByDate.get(date)
  if (known) return known
  const { strictFrom, strictTo, fuzzyFrom, fuzzyTo } = computeBounds(parseEdtf(date))
  const days = { strict_from: strictFrom, strict_to: strictTo }
  const fuzzy = { fuzzy_from: fuzzyFrom, fuzzy_to: fuzzyTo }
  const columns = { original_date: `about ${date}`, edtf_date: date, ...days, ...fuzzy }
  columnsByDate.set(date, columns)
  return columns
}

const NO_DATE = Object.fromEntries(
  ['original_date', 'edtf_date', 'strict_from', 'strict_to', 'fuzzy_from', 'fuzzy_to'].map(
    (column) => [column, null],
  ),
)

function contributions(table: Table, chance: Chance, size: Size, texts: Texts): void {
  const cities = createCities(chance, size)
  const by = (n: number, image: number) => ({
    image_id: image,
    confidence: ['low', 'medium', 'high'][chance.below(3)]!,
    confidence_notes: texts.notes(),
    user_id: 1 + chance.zipf(size.users),
    created_at: START_MICROS * 1.01 + n * 1_000_000,
  })
  const anyImage = (n: number, rich: number) =>
    n <= rich ? RICH.image : 1 + chance.below(size.images)
  const fromAbove = () => FROM_ABOVE * (1 + chance.below(Math.floor(size.images / FROM_ABOVE)))
  const point = 'MakePoint(@longitude, @latitude, 4326)'
  each(table('georeference', size.points, point), size.points, (id) => {
    const place = placeOnEarth(chance, cities)
    const direction = chance.is(0.8) ? Math.floor(chance.next() * 3599) / 10 : null
    return { id, ...by(id, anyImage(id, RICH.points)), ...place, direction }
  })
  const area = 'SetSRID(GeomFromGeoJSON(@polygon), 4326)'
  each(table('from_above_georeference', size.areas, area), size.areas, (id) => {
    const polygon = quadrangle(chance, placeNear(chance, cities))
    return { id, ...by(id, fromAbove()), polygon }
  })
  each(table('comment', size.comments), size.comments, (id) => {
    const image_id = anyImage(id, RICH.comments)
    const commented_by = 1 + chance.zipf(size.users)
    return { id, image_id, text: texts.comment(), commented_by, created_at: START_MICROS + id }
  })
}

function each(
  table: ReturnType<Table>,
  rows: number,
  row: (id: number) => Parameters<Insert>[0],
): void {
  for (let id = 1; id <= rows; id++) table.insert(row(id))
  table.done()
}
