import { describe, expect, test } from 'vitest'
import { parseTypedDirection } from '../../../../../src/core/model/geometry/typed-direction.ts'

describe('a typed direction', () => {
  test.each([
    ['', null],
    ['  ', null],
    ['45', 45],
    [' 45.5 ° ', 45.5],
    ['45,5', 45.5],
    ['360', 0],
    ['-90', 270],
    ['361', undefined],
    ['north', undefined],
    ['1e2', undefined],
  ])('%j is %j', (text, expected) => {
    expect(parseTypedDirection(text)).toBe(expected)
  })
})

test.each([
  ['en', 'SW', 225],
  ['en', 'nnw', 337.5],
  ['en', 'north-east', 45],
  ['en', 'to the north', 0],
  ['en', 'North North West', 337.5],
  ['en', 'easterly', 90],
  ['en', 'southwards', 180],
  ['de', 'nordwestlich', 315],
  ['de', 'nach Südosten', 135],
  ['de', 'östlich', 90],
  ['de', 'NO', 45],
  ['de', 'Ostnordost', 67.5],
  ['fr', 'NO', 315],
  ['fr', 'vers le nord-ouest', 315],
  ['fr', "vers l'est", 90],
  ['fr', 'SSO', 202.5],
  ['es', 'hacia el noroeste', 315],
  ['es', 'sureste', 135],
  ['es', 'oesnoroeste', 292.5],
  ['es', 'norte', 0],
  ['es', 'so', 225],
  ['en', 'NO', undefined],
  ['en', 'see', undefined],
  ['en', 'nest egg', undefined],
  ['en', 'north'.repeat(1000), undefined],
])('in %s, %j is %j', (language, text, expected) => {
  expect(parseTypedDirection(text, language)).toBe(expected)
})
