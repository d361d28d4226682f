import { expect, test } from 'vitest'
import { parseOrdering } from '../../../../src/core/model/parse-ordering.ts'

const byName = { field: 'name', descending: false } as const
const parse = (text?: string) => parseOrdering(text, ['name', 'size'], byName)

test.each([undefined, '', ',', 'color', '--name', '-', 'NAME'])(
  'uses the default for the ordering %j without known fields',
  (text) => expect(parse(text)).toEqual([byName]),
)

test('orders by several fields, descending with a minus, and ignores unknown and repeated ones', () => {
  expect(parse('-size, color,name,size')).toEqual([{ field: 'size', descending: true }, byName])
})
