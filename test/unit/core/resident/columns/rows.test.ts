import { expect, test } from 'vitest'
import {
  createRowMemory,
  findOrAddRow,
  findRow,
  openRows,
  publishRows,
  readPublishedRows,
} from '../../../../../src/core/resident/columns/rows.ts'
import { numbersFrom } from '../../../../support/seeded-numbers.ts'

test.for([
  ['ascending', (n: number) => n + 1],
  ['unordered', (n: number, below: (limit: number) => number) => n * 100 + below(5000)],
] as const)('a thread finds the rows of %s ids that others added', ([, createId]) => {
  const kinds = { flags: Uint8Array }
  const memory = createRowMemory(kinds)
  const [writer, reader] = [openRows(kinds, memory), openRows(kinds, memory)]
  const below = numbersFrom(7)
  const rowOf = new Map<number, number>()
  for (let n = 0; n < 25_000; n++) {
    const id = createId(n, below)
    rowOf.set(id, findOrAddRow(writer, id))
    if (n % 1000 > 0) continue
    publishRows(writer)
    readPublishedRows(reader)
    expect(findRow(reader, id)).toBe(rowOf.get(id))
  }
  publishRows(writer)
  for (const late of [reader, openRows(kinds, memory)]) {
    readPublishedRows(late)
    expect(late.size).toBe(rowOf.size)
    for (const [id, row] of rowOf) expect(findRow(late, id)).toBe(row)
    expect(findRow(late, 0.5)).toBeUndefined()
  }
})
