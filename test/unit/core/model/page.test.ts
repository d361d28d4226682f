import { expect, test } from 'vitest'
import { parsePage } from '../../../../src/core/model/page.ts'

test.each(['0', '-1', '1.5', 'two', '1e3', ' 1', '٣', '99999999999999999999'])(
  'rejects page %j',
  (page) => expect(() => parsePage({ page })).toThrow('Invalid page.'),
)

test.each([
  [undefined, 50],
  ['', 50],
  ['0', 50],
  ['-5', 50],
  ['ten', 50],
  ['1', 1],
  ['99', 99],
  ['100', 100],
  ['101', 100],
  ['99999999999999999999', 100],
])('parses page size %j as %i', (page_size, size) => {
  expect(parsePage({ page_size }).size).toBe(size)
})

test.each([
  [undefined, 1],
  ['', 1],
  ['1', 1],
  ['007', 7],
])('parses page %j as %i', (page, number) => {
  expect(parsePage({ page }).number).toBe(number)
})
