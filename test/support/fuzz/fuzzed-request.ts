import type { Known, Drawing } from './drawing.ts'
import type { OpenApi, Parameter } from '../../../src/server/openapi/types.ts'
import { numbersFrom } from '../seeded-numbers.ts'
import { fuzzedBody } from './fuzzed-body.ts'
import { fuzzedHeaders } from './fuzzed-headers.ts'
import { drawsFrom } from './from-schema.ts'
import { chance, hostilePart, pick } from './hostile-values.ts'

/** A request as sent on the wire. */
export interface FuzzedRequest {
  operation: string
  method: string
  /** Path and query, percent-encoded, sometimes wrongly. */
  target: string
  headers: [name: string, value: string][]
  body: Buffer | undefined
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY']

/** Returns the request of this number. It depends on the seed and the known slots only. */
export function fuzzedRequest(
  document: OpenApi,
  known: Known,
  { seed, index }: { seed: number; index: number },
): FuzzedRequest {
  const below = numbersFrom(Math.imul(seed, 1_000_003) + Math.imul(index, 7919))
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const { path, method, operation } = operations[index % operations.length]!
  const drawing = { document, operation, below, draws: drawsFrom(document, below), known }
  const body = fuzzedBody(drawing)
  return {
    operation: operation.operationId,
    method: chance(below, 5) ? pick(below, METHODS) : method.toUpperCase(),
    target: targetOf(path, drawing),
    headers: [...body.headers, ...fuzzedHeaders(drawing)],
    body: body.bytes,
  }
}

function targetOf(path: string, drawing: Drawing): string {
  const { below, known, operation } = drawing
  if (operation.operationId === 'putUploadIncomingSlot' && known.slots.length > 0) {
    if (chance(below, 60)) return pick(below, known.slots).target
  }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathValue(name, drawing))
  const shortened = chance(below, 10) ? filled.replace(/(.)\/$/, '$1') : filled
  const query = queryOf(drawing)
  return (query === '' ? shortened : `${shortened}?${query}`).replaceAll(/[^!-~]/g, '%20')
}

function pathValue(name: string, { below, known }: Drawing): string {
  const values = name === 'slot' ? known.slots.map(({ id }) => id) : (known.pathValues[name] ?? [])
  if (values.length > 0 && chance(below, 75)) return pick(below, values)
  return hostilePart(below) || '0'
}

function queryOf(drawing: Drawing): string {
  const { below, operation } = drawing
  const parameters = (operation.parameters ?? []).filter((one): one is Parameter => 'in' in one)
  const parts = parameters
    .filter((one) => one.in === 'query' && chance(below, one.required ? 90 : 30))
    .flatMap((one) => {
      const part = `${one.name}=${queryValue(one, drawing)}`
      return chance(below, 8) ? [part, `${one.name}=${hostilePart(below)}`] : [part]
    })
  if (chance(below, 6)) parts.push(`${hostilePart(below)}=${hostilePart(below)}`)
  if (chance(below, 2)) parts.push(hostilePart(below))
  return parts.join('&')
}

function queryValue({ name, schema, example }: Parameter, drawing: Drawing): string {
  const { below, draws, known } = drawing
  if (name === 'client_id' && chance(below, 70)) return known.clientId
  if (chance(below, 45)) return hostilePart(below)
  const drawn = example !== undefined && chance(below, 50) ? example : draws.value(schema)
  return encodeURIComponent([drawn].flat().map(String).join(',').toWellFormed()).slice(0, 4000)
}
