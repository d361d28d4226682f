import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { formatTimestamp } from '../../src/core/base/clock.ts'
import { deflatedRows, pngFile } from './corpus/png-file.ts'

export interface Generated {
  seed: number
  images: number
  /** The texts from which lines are generated. */
  texts: readonly string[]
  /** One of this many images has a file; 0 for none. */
  filesEvery?: number
}

type Line = Record<string, unknown>
type Draw = ReturnType<typeof drawFrom>

/** Writes a generated canonical dump, line by line. @returns the number of lines */
export async function writeGeneratedDump(directory: string, generated: Generated): Promise<number> {
  await mkdir(join(directory, 'files/images'), { recursive: true })
  let count = 0
  const lines = async function* () {
    for (const line of generatedLines(generated)) {
      count += 1
      const { file } = line as { file?: { path: string } }
      if (file) await writeFile(join(directory, 'files', file.path), bytesOf(line.id as number))
      yield `${JSON.stringify(line)}\n`
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(join(directory, 'catalog.ndjson')))
  return count
}

/** Yields about four lines per image. */
export function* generatedLines(generated: Generated): Iterable<Line> {
  const { images, seed } = generated
  const few = Math.max(1, Math.ceil(images / 50))
  const make = (count: number, one: (at: number, draw: Draw) => Line | null): Iterable<Line> =>
    each(count, (at) => compact(one(at, drawFrom(seed, at, generated.texts))))

  yield { type: 'catalog', format: 'catalog-dump', version: 2, settings: { cone: seed } }
  yield* make(few, (id, draw) => ({
    type: 'user',
    id,
    username: draw.name(),
    is_staff: draw.flag(),
    created_at: time(id),
  }))
  yield { type: 'license', id: 1, name: 'cc0', display_name: 'CC0', permalink: '' }
  yield* make(few, (id, draw) => ({
    type: 'source',
    id,
    name: draw.name(),
    slug: `source-${id}`,
    url: '',
    description: draw.text(),
    public: draw.flag(),
  }))
  yield* make(few, (id, draw) => ({
    type: 'collection',
    id,
    source: draw.upTo(few),
    name: draw.name(),
    slug: `c-${id}`,
    description: draw.text(),
    public: draw.flag(),
  }))
  yield* make(few, (id, draw) => ({
    type: 'subject',
    id,
    title: draw.name(),
    slug: `subject-${id}`,
    kb: {
      kb_id: `Q${id}`,
      uri: `http://www.wikidata.org/entity/Q${id}`,
      title: draw.name(),
      description: '',
    },
  }))
  yield* make(few, (at, draw) => ({
    type: 'subject_geometry',
    subject: draw.upTo(few),
    map_id: `way/${at}`,
    geometry: { type: 'Polygon', coordinates: [draw.square()] },
  }))
  yield* make(images, (id, draw) => imageLine(id, draw, { ...generated, few }))
  yield* make(images, (image, draw) => ({
    type: 'subject_tag',
    image,
    subject: draw.upTo(few),
    position: 1,
    tagged_by: draw.flag() ? 1 : null,
    tagged_at: time(image),
  }))
  yield* make(few, (image, draw) => ({
    type: 'subject_change',
    action: 'removed',
    image,
    subject: draw.upTo(few),
    changed_at: time(image),
  }))
  yield* make(images, (id, draw) =>
    isDuplicate(id)
      ? null
      : {
          type: 'georeference',
          id,
          image: id,
          latitude: draw.number(90),
          longitude: draw.number(180),
          direction: Math.abs(draw.number(359)),
          confidence: 'high',
          confidence_notes: draw.text(),
          georeferenced_by: draw.upTo(few),
          georeferenced_at: time(id),
        },
  )
  yield* make(few, (id, draw) =>
    isDuplicate(id)
      ? null
      : {
          type: 'from_above_georeference',
          id,
          image: id,
          polygon: { type: 'Polygon', coordinates: [draw.square()] },
          confidence: 'low',
          georeferenced_by: draw.upTo(few),
          georeferenced_at: time(id),
        },
  )
  yield* make(few, (id, draw) =>
    isDuplicate(id)
      ? null
      : {
          type: 'validation',
          id,
          georeference: id,
          validation: 'incorrect',
          notes: draw.text(),
          validated_by: draw.upTo(few),
          validated_at: time(id),
        },
  )
  yield* make(images, (id, draw) => ({
    type: 'comment',
    id,
    image: id,
    text: draw.text(),
    commented_by: draw.upTo(few),
    created_at: time(id),
  }))
  yield* moderationLines(make, { ...generated, few })
  let last = 0
  for (const [object_type, count] of Object.entries({
    source: few,
    collection: few,
    subject: few,
    image: images,
  }))
    yield* make(count, (object_id, draw) => ({
      type: 'change',
      object_type,
      object_id,
      changed_at: time((last += 1)),
      gone: draw.flag(),
    }))
}

type Make = (count: number, one: (at: number, draw: Draw) => Line | null) => Iterable<Line>

/** Hidden comments, flags, skips and the audit log. */
function* moderationLines(
  make: Make,
  { images, few }: Generated & { few: number },
): Iterable<Line> {
  yield* make(few, (id, draw) => ({
    type: 'hidden_comment',
    id: images + id,
    image: id,
    text: draw.text(),
    commented_by: draw.upTo(few),
    created_at: time(id),
    hidden_by: draw.flag() ? draw.upTo(few) : null,
    hidden_at: time(id),
  }))
  yield* make(images, (id, draw) => ({
    type: 'flag',
    id,
    image: id,
    reason: 'place',
    text: draw.text(),
    flagged_by: draw.upTo(few),
    flagged_at: time(id),
    resolved_at: draw.flag() ? time(id) : null,
  }))
  yield* make(few, (user, draw) => ({
    type: 'skip',
    user,
    image: draw.upTo(images),
    reason: draw.text(),
    skipped_at: time(user),
  }))
  yield* make(few, (at, draw) => ({
    type: 'audit',
    at: time(at),
    user: draw.upTo(few),
    batch: draw.flag() ? '0b5c66a5-6d6f-4e0c-9a52-3c1f6f0c7a11' : null,
    action: 'image.edit',
    object_type: 'image',
    object_id: String(at),
    before: { title: draw.text(), position: draw.number(10), duplicate_of: null },
    after: draw.flag() ? { title: draw.name() } : null,
  }))
}

function imageLine(id: number, draw: Draw, of: Generated & { few: number }): Line {
  return {
    type: 'image',
    id,
    collection: draw.upTo(of.few),
    title: draw.name(),
    edtf_date: draw.flag() ? `19${10 + (id % 90)}~` : null,
    description: draw.text(),
    creator: draw.flag() ? draw.name() : null,
    license: draw.flag() ? 'cc0' : null,
    rotation: [0, 90, 180, 270][id % 4],
    mirror: ['none', 'h', 'v'][id % 3],
    from_above: draw.flag(),
    will_not_georef: draw.flag(),
    duplicate_of: isDuplicate(id) ? (id < of.images && draw.flag() ? id + 1 : id - 1) : null,
    order: draw.flag() ? id : null,
    created_at: time(id),
    file: of.filesEvery && id % of.filesEvery === 0 ? fileOf(id) : null,
  }
}

/** Never true for two adjacent ids. */
function isDuplicate(id: number): boolean {
  return id % 10 === 3
}

function fileOf(id: number): Line {
  const bytes = bytesOf(id)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { path: `images/${id}.png`, content_type: 'image/png', sha256, size: bytes.byteLength }
}

function bytesOf(id: number): Buffer {
  const gray = deflatedRows([Buffer.from([id & 0xff, (id >> 8) & 0xff])])
  return pngFile({ width: 2, height: 1, color: 0, pixels: [gray] })
}

function time(at: number): string {
  return formatTimestamp(1_700_000_000_000_000 + at * 1_000_003)
}

function* each(count: number, one: (at: number) => Line | undefined): Iterable<Line> {
  for (let at = 1; at <= count; at += 1) {
    const line = one(at)
    if (line) yield line
  }
}

function compact(line: Line | null): Line | undefined {
  if (!line) return undefined
  return Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null))
}

/** Makes choices that depend only on the seed and the position. */
function drawFrom(seed: number, at: number, texts: readonly string[]) {
  let state = Math.imul(seed ^ 0x9e3779b9, at + 0x85ebca6b)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), state | 1)
    return ((mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61))) >>> 0) / 2 ** 32
  }
  const upTo = (most: number): number => 1 + Math.floor(next() * most)
  const number = (most: number): number => (next() * 2 - 1) * most + 0
  const text = (): string => texts[upTo(texts.length) - 1]!
  return {
    upTo,
    number,
    flag: () => next() < 0.5,
    text,
    name: () => text().trim().slice(0, 90).toWellFormed().trim(),
    square: () => {
      const [x, y] = [number(300), number(80)]
      return [
        [x, y],
        [x + 1, y],
        [x + 1, y + 1],
        [x, y + 1],
        [x, y],
      ]
    },
  }
}
