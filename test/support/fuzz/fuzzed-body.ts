import type { Below } from '../seeded-numbers.ts'
import type { Drawing } from './drawing.ts'
import { chance, hostilePart, pick } from './hostile-values.ts'

interface Body {
  bytes: Buffer | undefined
  headers: [name: string, value: string][]
}

const TYPES = [
  'text/plain',
  'application/json; charset=utf-16',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'application/json',
  '',
  '*/*',
  'application/json, application/json',
] as const

/** Returns a body for the operation, usually with an error. */
export function fuzzedBody(drawing: Drawing): Body {
  const { below, operation } = drawing
  const [declared] = Object.keys(operation.requestBody?.content ?? {})
  if (declared === undefined && !chance(below, 3)) return { bytes: undefined, headers: [] }
  if (chance(below, 3)) return { bytes: undefined, headers: [] }
  const bytes = bytesOf(declared, drawing)
  const type = chance(below, 6) ? pick(below, TYPES) : (declared ?? 'application/json')
  return {
    bytes,
    headers: [
      ['Content-Type', type === 'image/*' ? 'image/jpeg' : type],
      ['Content-Length', String(bytes.length)],
      ...(chance(below, 2) ? [['Content-Encoding', 'gzip'] as [string, string]] : []),
    ],
  }
}

function bytesOf(declared: string | undefined, drawing: Drawing): Buffer {
  if (declared === 'image/*') return pictureBytes(drawing)
  if (declared === 'application/x-www-form-urlencoded') return Buffer.from(form(drawing))
  return jsonBytes(drawing)
}

function pictureBytes({ below, known }: Drawing): Buffer {
  if (chance(below, 60)) return known.picture
  return chance(below, 50)
    ? known.picture.subarray(0, below(known.picture.length))
    : Buffer.from('')
}

function form({ below, operation, draws, known, document }: Drawing): string {
  const schema = operation.requestBody?.content['application/x-www-form-urlencoded']?.schema
  const name = schema?.$ref?.split('/').at(-1)
  const { properties = {} } = (name ? document.components.schemas[name] : schema) ?? {}
  const parts = Object.entries(properties)
    .filter(() => chance(below, 70))
    .map(([key, inner]) => {
      if (key === 'client_id' && chance(below, 70)) return `${key}=${known.clientId}`
      if (chance(below, 40)) return `${key}=${hostilePart(below)}`
      return `${key}=${encodeURIComponent(String(draws.value(inner)).toWellFormed())}`
    })
  if (chance(below, 10)) parts.push(...parts)
  if (chance(below, 10)) parts.push(`${hostilePart(below)}=${hostilePart(below)}`)
  return parts.join('&')
}

function jsonBytes(drawing: Drawing): Buffer {
  const { below, operation, draws, known } = drawing
  const schema = operation.requestBody?.content['application/json']?.schema
  const value = chance(below, 35) ? draws.value(schema) : draws.mutated(schema)
  const slot = known.slots.length > 0 ? pick(below, known.slots).id : undefined
  if (slot !== undefined && isObject(value) && 'slot_id' in value && chance(below, 70)) {
    value.slot_id = slot
  }
  return misspelled(JSON.stringify(value), drawing)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Changes the text of a value as broken or hostile clients do. */
const MISSPELLINGS: readonly ((text: string, below: Below) => Buffer | string)[] = [
  (text, below) => text.slice(0, below(text.length + 1)),
  (text) => text + text,
  (text) => `\ufeff${text}`,
  (text) => Buffer.from(text, 'utf16le'),
  (text) => Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0xc0, 0x7d])]),
  () => '['.repeat(50_000) + ']'.repeat(50_000),
  () => `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  (text) => `{"title":"a","title":${text},"__proto__":{"title":1},"constructor":${text}}`,
  (text) => text.replaceAll(/"(\w+)":/g, '"$1":-0e999,"$1":'),
  (_, below) => (chance(below, 20) ? `"${'x'.repeat(1_100_000)}"` : ''),
]

function misspelled(text: string, { below }: Drawing): Buffer {
  if (!chance(below, 16)) return Buffer.from(text)
  const written = pick(below, MISSPELLINGS)(text, below)
  return typeof written === 'string' ? Buffer.from(written) : written
}
