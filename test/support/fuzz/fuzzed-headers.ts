import type { Drawing } from './drawing.ts'
import { chance, pick } from './hostile-values.ts'

type Header = [name: string, value: string]

const LONG = 'x'.repeat(300)

/** Headers that the server reads, and how often to send them, in percent. */
const VALUES: Record<string, { percent: number; values: readonly string[] }> = {
  Accept: {
    percent: 25,
    values: [
      'application/geo+json',
      '*/*',
      'text/html',
      'application/json;q=0',
      ';;q=',
      'a/b,'.repeat(60),
    ],
  },
  'Accept-Encoding': {
    percent: 25,
    values: [
      'gzip',
      'br',
      'zstd',
      'identity;q=0',
      '*;q=0',
      'gzip;q=2',
      'identity;q=0, *;q=0',
      ',,',
    ],
  },
  'Accept-Language': { percent: 5, values: ['de', 'xx-YY;q=0', '*', ','.repeat(200)] },
  'If-None-Match': { percent: 12, values: ['*', '"x"', 'W/"x"', '"', '"a","b"', LONG] },
  'If-Match': { percent: 6, values: ['*', '"1"', 'W/"1"', '"', LONG] },
  'If-Modified-Since': { percent: 4, values: ['yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT'] },
  Range: {
    percent: 8,
    values: [
      'bytes=0-',
      'bytes=-1',
      'bytes=5-1',
      'bytes=0-0,2-3',
      'bytes=99999999999999999999-',
      'x=1',
      'bytes=',
    ],
  },
  'If-Range': { percent: 3, values: ['"x"', 'Thu, 01 Jan 1970 00:00:00 GMT'] },
  'Idempotency-Key': { percent: 15, values: ['k1', 'k2', 'k3', '', LONG, 'a b', '\u00e9'] },
  Origin: { percent: 8, values: ['null', 'https://evil.example', 'http://127.0.0.1:1', ':'] },
  Expect: { percent: 1, values: ['100-continue'] },
  'X-HTTP-Method-Override': { percent: 2, values: ['DELETE', 'PATCH'] },
  'X-Request-Id': { percent: 3, values: ['1', LONG] },
}

export function fuzzedHeaders(drawing: Drawing): Header[] {
  const { below } = drawing
  const headers: Header[] = []
  for (const [name, { percent, values }] of Object.entries(VALUES)) {
    if (!chance(below, percent)) continue
    headers.push([name, pick(below, values)])
    if (chance(below, 4)) headers.push([name, pick(below, values)])
  }
  return [...headers, ...identity(drawing)]
}

/** Returns the headers of an anonymous caller, a reader, an importer or a browser, or invalid credentials. */
function identity({ below, known }: Drawing): Header[] {
  const { tokens, cookie, clientId } = known
  const basic = `Basic ${Buffer.from(`${clientId}:secret`).toString('base64')}`
  const odd = [
    'Bearer',
    'Bearer  ',
    `bearer ${tokens.importer}`,
    `Bearer ${LONG}`,
    basic,
    'Basic !',
    'x',
  ]
  const drawn = below(100)
  if (drawn < 25) return []
  if (drawn < 40) return [['Authorization', `Bearer ${tokens.reader}`]]
  if (drawn < 80) return [['Authorization', `Bearer ${tokens.importer}`]]
  if (drawn < 90) return [['Cookie', chance(below, 80) ? cookie : `${cookie}; a=${LONG}; =;;`]]
  return [['Authorization', pick(below, odd)]]
}
