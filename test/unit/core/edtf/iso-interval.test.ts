import { expect, test } from 'vitest'
import { computeBounds } from '../../../../src/core/edtf/bounds.ts'
import { formatIsoInterval } from '../../../../src/core/edtf/iso-interval.ts'
import { parseEdtf } from '../../../../src/core/edtf/parse.ts'

test.each([
  ['1905', '1905'],
  ['1905-04~', '1905-04'],
  ['1904-02-29', '1904-02-29'],
  ['1905-04-02T10:00:00', '1905-04-02'],
  ['193X', '1930/1939'],
  ['1905-XX', '1905'],
  ['1905-21', '1905-03/1905-05'],
  ['1905/1910-06', '1905-01/1910-06'],
  ['../1908', '../1908'],
  ['1908/..', '1908/..'],
  ['1908-05-03/', '1908-05-03/..'],
  ['{1905,1910..1912}', '1905/1912'],
  ['[..1905-12-03]', '../1905-12-03'],
  ['0099', '0099'],
  ['-0043', '-000043'],
  ['Y12000', '+012000'],
  ['XXXX', null],
  ['../..', null],
])('formats %s as %s', (edtf, interval) => {
  expect(formatIsoInterval(computeBounds(parseEdtf(edtf)))).toBe(interval)
})
