import { expect, test } from 'vitest'
import { splitWords } from '../../../../../src/core/resident/text/trigrams.ts'

test.each([
  ['3½-story house_plan', ['3', 'story', 'house', 'plan']],
  ['Ⅳ ٣ ५ ª ﬁ ـ', ['ⅳ', '٣', '५', 'ª', 'ﬁ', 'ـ']],
  ['café', ['café']],
  ['cafe\u0301s', ['cafe', 's']],
  ['Mu\u0364nchen', ['mu', 'nchen']],
  ['ΣΊΣΥΦΟΣ İstanbul Straße', ['σίσυφοσ', 'istanbul', 'straße']],
  ['हिन्दी किताब', ['हिन', 'दी', 'किताब']],
  ['กรุงเทพ', ['กรุงเทพ']],
  ['東京駅、写真', ['東京駅', '写真']],
])('splits %j into words as PostgreSQL does', (text, words) => {
  expect(splitWords(text)).toEqual(words)
})
