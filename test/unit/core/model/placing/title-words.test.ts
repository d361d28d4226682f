import { expect, test } from 'vitest'
import { listSpellingsBeside } from '../../../../../src/core/model/placing/title-words.ts'

test('lists the numbers before and after that of a street, from the first one on', () => {
  const beside = listSpellingsBeside('3rd avenue')
  for (const spelling of ['1st', '1', 'first', '2nd', '4th', '8th', 'eighth'])
    expect(beside).toContain(spelling)
  for (const spelling of ['0th', '3rd', '3', 'third', '9th']) expect(beside).not.toContain(spelling)
})
