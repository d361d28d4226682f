import { expect, test } from 'vitest'
import { findRightsUri } from '../../../../src/core/iiif/rights.ts'
import { COMMON_LICENSES } from '../../../../src/core/model/common-licenses.ts'

test.each([
  ['https://creativecommons.org/licenses/by/4.0/', 'creativecommons.org/licenses/by/4.0/'],
  [
    'http://creativecommons.org/licenses/by-nc-sa/3.0',
    'creativecommons.org/licenses/by-nc-sa/3.0/',
  ],
  ['https://creativecommons.org/licenses/by/4.0/deed.de', 'creativecommons.org/licenses/by/4.0/'],
  ['https://creativecommons.org/licenses/by/4.0/deed', 'creativecommons.org/licenses/by/4.0/'],
  ['https://creativecommons.org/licenses/by/3.0/igo/', 'creativecommons.org/licenses/by/3.0/igo/'],
  ['https://creativecommons.org/licenses/by/3.0/us/', 'creativecommons.org/licenses/by/3.0/us/'],
  [
    'https://www.creativecommons.org/licenses/BY-SA/2.5/legalcode',
    'creativecommons.org/licenses/by-sa/2.5/',
  ],
  [
    'https://creativecommons.org/publicdomain/zero/1.0/',
    'creativecommons.org/publicdomain/zero/1.0/',
  ],
  ['https://rightsstatements.org/page/InC/1.0/', 'rightsstatements.org/vocab/InC/1.0/'],
  ['https://rightsstatements.org/vocab/NoC-US/1.0/', 'rightsstatements.org/vocab/NoC-US/1.0/'],
])('the rights of %s are http://%s', (permalink, uri) => {
  expect(findRightsUri(permalink)).toBe(`http://${uri}`)
})

test.each([
  '',
  'https://example.org/licenses/by/4.0/',
  'https://example.org/?https://creativecommons.org/licenses/by/4.0/',
  'https://creativecommons.org.example.org/licenses/by/4.0/',
  'https://creativecommons.org/licenses/by-xx/4.0/',
  'https://creativecommons.org/licenses/by/4.0/../../',
  'https://creativecommons.org/',
  'https://rightsstatements.org/vocab/XX/1.0/',
  'ftp://rightsstatements.org/vocab/InC/1.0/',
])('%j is no known rights statement', (permalink) => {
  expect(findRightsUri(permalink)).toBeUndefined()
})

test('knows all licenses with which a new instance starts', () => {
  for (const { permalink } of COMMON_LICENSES)
    expect(findRightsUri(permalink)).toBe(permalink.replace('https:', 'http:'))
})
