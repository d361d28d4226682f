import { expect, test } from 'vitest'
import { parseOrdering } from '../../../../src/core/model/ordering.ts'

const byName = { field: 'name', descending: false } as const
const parse = (text?: string) => parseOrdering(text, ['name', 'size'], byName)

test.each([undefined, '', ',', 'colour', '--name', '-', 'NAME'])(
  'ordering %j names nothing known, so the default holds',
  (text) => expect(parse(text)).toEqual([byName]),
)

test('fields are taken in turn, a minus turns one round, unknown ones and repetitions are left out', () => {
  expect(parse('-size, colour,name,size')).toEqual([{ field: 'size', descending: true }, byName])
})
