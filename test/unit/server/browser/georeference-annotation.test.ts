import { expect, test } from 'vitest'
import { readAnnotations } from '../../../../src/server/browser/basemap/georeference-annotation.ts'

const ADDRESS = new URL('https://archive.example/photos/layers/plan?v=1')

test.each([
  ['https://iiif.example/plan/', 'https://iiif.example/plan'],
  ['../iiif/3/14', 'https://archive.example/photos/iiif/3/14'],
])('reads the address of the service %s', (id, expected) => {
  const annotation = { target: { source: { id, type: 'ImageService3' } } }
  expect(readAnnotations(annotation, ADDRESS)).toMatchObject([{ service: expected }])
})
