import { expect, test } from 'vitest'
import { parseImageRequest } from '../../../../src/core/iiif/image-request.ts'
import { request } from './plan.ts'

const BAD_NUMBERS = ['-1', '+1', '01', '1e2', '0x10', ' 1', '1 ', '٣', 'NaN', 'Infinity', '']
const BAD_INTEGERS = [...BAD_NUMBERS, '1.0', '1.5', '9007199254740992', '9'.repeat(30)]
const BAD_DECIMALS = [...BAD_NUMBERS, '1.', '.', '1.5.2', '1,5', '0.'.padEnd(41, '1')]

const bad400 = { kind: 'invalid' }
const bad501 = { kind: 'not_implemented' }

test.each([
  'Full',
  'FULL',
  'squared',
  '',
  '0,0,10',
  '0,0,10,10,10',
  '0,0,10,10,',
  'pct:',
  'pct:0,0,50',
  'px:0,0,10,10',
  'pct:0,0,50,50%',
  'pct 0,0,50,50',
  '!0,0,10,10',
  '^full',
  '0;0;10;10',
  ...BAD_INTEGERS.map((number) => `0,0,${number},10`),
  ...BAD_INTEGERS.map((number) => `${number},0,10,10`),
  ...BAD_DECIMALS.map((number) => `pct:0,0,${number},50`),
])('rejects the region %j', (region) => {
  for (const version of [2, 3] as const)
    expect(() => parseImageRequest(version, request({ region }))).toThrow(
      expect.objectContaining(bad400),
    )
})

test.each([
  'full',
  '^full',
  'Max',
  ',',
  '!',
  '^',
  '',
  '^^max',
  '!max',
  ',^100',
  '^!',
  '!^100,100',
  '100',
  '!100,',
  '!,100',
  '!100',
  '100,100,',
  '100,100,100',
  'pct:',
  '!pct:50',
  'pct:50,',
  '100x100',

  ...BAD_INTEGERS.filter(Boolean).flatMap((number) => [
    `${number},`,
    `,${number}`,
    `${number},10`,
    `!10,${number}`,
    `^${number},10`,
  ]),
  ...BAD_DECIMALS.map((number) => `pct:${number}`),
])('rejects the size %j in version 3', (size) => {
  expect(() => parseImageRequest(3, request({ size }))).toThrow(expect.objectContaining(bad400))
})

test.each(['^max', '^full', '^100,', '^!100,100', '^pct:120', 'Full', ',', '100'])(
  'rejects the size %j in version 2',
  (size) => {
    expect(() => parseImageRequest(2, request({ size }))).toThrow(expect.objectContaining(bad400))
  },
)

test.each([
  '!',
  '!!90',
  '90!',
  '^90',
  '360.1',
  '361',
  '9'.repeat(41),
  'ninety',
  '90deg',
  ...BAD_DECIMALS,
])('rejects the rotation %j', (rotation) => {
  expect(() => parseImageRequest(3, request({ rotation }))).toThrow(expect.objectContaining(bad400))
})

test.each(['45', '22.5', '!22.5', '0.5', '.5', '359.99', '1'])(
  'does not implement the rotation %j',
  (rotation) => {
    expect(() => parseImageRequest(3, request({ rotation }))).toThrow(
      expect.objectContaining(bad501),
    )
  },
)

test.each([
  ['0', false, 0],
  ['90', false, 90],
  ['180.0', false, 180],
  ['270', false, 270],
  ['360', false, 0],
  ['!0', true, 0],
  ['!90', true, 90],
])('parses the rotation %j', (rotation, mirror, degrees) => {
  expect(parseImageRequest(3, request({ rotation })).rotation).toEqual({ mirror, degrees })
})

test.each([
  'default',
  'default.',
  '.jpg',
  'jpg',
  'default.jpeg',
  'default.JPG',
  'Default.jpg',
  'native.jpg',
  'grey.jpg',
  'color.gray.jpg',
  'default.jpg.png',
  'default.bmp',
  'default.jpg ',
  'toString.jpg',
  '__proto__.jpg',
  'default.constructor',
  '',
])('rejects the name %j', (name) => {
  expect(() => parseImageRequest(3, request({ name }))).toThrow(expect.objectContaining(bad400))
})

test.each(['tif', 'gif', 'jp2', 'pdf'])('does not implement the format %s', (format) => {
  expect(() => parseImageRequest(3, request({ name: `default.${format}` }))).toThrow(
    expect.objectContaining(bad501),
  )
})

test.each([
  ['default.jpg', 'default', 'jpg'],
  ['color.png', 'default', 'png'],
  ['gray.webp', 'gray', 'webp'],
  ['bitonal.png', 'bitonal', 'png'],
])('parses the name %j', (name, quality, format) => {
  expect(parseImageRequest(3, request({ name }))).toMatchObject({ quality, format })
})

test.each([
  '',
  'full',
  'full/max',
  'full/max/0',
  '/full/max/0/default.jpg',
  'full/max/0/default.jpg/',
  'full/max/0/default.jpg/x',
  'full//max/0/default.jpg',
])('rejects the path %j', (path) => {
  expect(() => parseImageRequest(3, path)).toThrow(expect.objectContaining(bad400))
})

test.each([
  ['pct%3A10,10,80,80/%5Emax/%210/default.jpg', 'pct:10,10,80,80/^max/!0/default.jpg'],
  ['0%2C0%2C10%2C10/5%2c/0/default%2Ejpg', '0,0,10,10/5,/0/default.jpg'],
  ['%66ull/max/0/default.jpg', 'full/max/0/default.jpg'],
])('decodes %j', (encoded, plain) => {
  expect(parseImageRequest(3, encoded)).toEqual(parseImageRequest(3, plain))
})

test.each([
  'full%2Fmax/0/default.jpg',
  'full%2Fmax/max/0/default.jpg',
  'full/%255Emax/0/default.jpg',
  'full/%/0/default.jpg',
  'full/%5/0/default.jpg',
  'full/%ff/0/default.jpg',
  'full/max/0/default.jpg%00',
])('rejects the percent-encoding of %j', (path) => {
  expect(() => parseImageRequest(3, path)).toThrow(expect.objectContaining(bad400))
})
