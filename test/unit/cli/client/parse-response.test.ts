import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseResponse } from '../../../../src/cli/client/parse-response.ts'

const point = z.strictObject({ type: z.literal('Point'), at: z.number() })
const line = z.strictObject({ type: z.literal('Line'), from: z.number(), to: z.number() })
const schema = z.strictObject({
  id: z.int(),
  shapes: z.array(z.union([point, line])),
  owner: z.strictObject({ name: z.string() }).nullable(),
})

test('ignores members that the schema does not know, at every depth', () => {
  const known = {
    id: 1,
    shapes: [
      { type: 'Point', at: 1 },
      { type: 'Line', from: 1, to: 2 },
    ],
    owner: { name: 'ada' },
  }
  const body = {
    ...known,
    added: true,
    shapes: known.shapes.map((shape) => ({ ...shape, added: [1] })),
    owner: { ...known.owner, added: null, more: {} },
  }
  expect(parseResponse(schema, body).data).toEqual(known)
})

test('still refuses members that are missing or have another type', () => {
  const body = { id: 1, shapes: [], owner: null, added: true }
  expect(parseResponse(schema, { ...body, id: '1' }).success).toBe(false)
  const shapes = [{ type: 'Circle', at: 1, added: 1 }]
  expect(parseResponse(schema, { ...body, shapes }).success).toBe(false)
  expect(parseResponse(schema, undefined).success).toBe(false)
})
