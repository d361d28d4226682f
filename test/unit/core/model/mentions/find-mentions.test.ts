import { expect, test } from 'vitest'
import { findMentions } from '../../../../../src/core/model/mentions/find-mentions.ts'

test.each([
  ['Manhattan: 6th Avenue - 9th Street', ['6th Avenue & 9th Street', '6th Avenue', '9th Street']],
  [
    'Bronx: 176th Street (East) - Longfellow Avenue',
    ['East 176th Street & Longfellow Avenue', 'East 176th Street', 'Longfellow Avenue'],
  ],
  [
    'Koch Hall, 16-18 New Dorp Lane, cor. Second Street',
    ['16-18 New Dorp Lane & Second Street', '16-18 New Dorp Lane', 'Second Street'],
  ],
  [
    '577 Bay Street, at the N.E. corner of Cross Street',
    ['577 Bay Street & Cross Street', '577 Bay Street', 'Cross Street'],
  ],
  ['Parade - Broadway near 42nd St.', ['Broadway & 42nd St.', 'Broadway', '42nd St.']],
  ['37 W. 22nd St., New York', ['37 West 22nd St.']],
  ['Lafayette Avenue, St. Felix Street', ['Lafayette Avenue', 'St. Felix Street']],
  ['Das Haus Bäckerstraße 12', ['Bäckerstraße 12']],
  ['Alter Markt, Ecke Spitalgasse', ['Alter Markt & Spitalgasse', 'Alter Markt', 'Spitalgasse']],
  ['La rue de la République et le quai', ['rue de la République']],
  ['Puesto en la calle de Alcalá', ['calle de Alcalá']],
  ['Parks and Streets. The Park Place', ['The Park Place']],
  ['In Mill Lane.', ['In Mill Lane']],
  ['Children playing, 1931', []],
  ['A street in the evening', []],
])('finds the streets and crossings of %j', (title, places) => {
  expect(findMentions([title, '']).places).toEqual(places)
})

test('takes the title before the description, and few places', () => {
  const description = 'Oak Street, Elm Street, Ninth St., 9th St., VINE Street'
  const { places } = findMentions(['Vine Street', description])
  expect(places).toEqual(['Vine Street', 'Oak Street', 'Elm Street', 'Ninth St.'])
})

test.each([
  ['Vine Street, looking east from Oak Street', 'looking east', 90],
  ['Looking to the north-west', 'Looking to the north-west', 315],
  ['A northward view of the park', 'northward view', 0],
  ['Ninth Avenue, south from 30th Street', 'south from', 180],
  ['Blick nach Nordosten', 'Blick nach Nordosten', 45],
  ['Vue vers l’ouest', 'Vue vers l’ouest', 270],
  ['Vista hacia el sureste', 'Vista hacia el sureste', 135],
])('finds the direction of %j', (title, text, degrees) => {
  expect(findMentions([title]).direction).toEqual({ text, degrees })
})

test.each(['East of Oak Street, east side', 'At the N.E. corner', 'West 8th Street', 'Viewpoint'])(
  'finds no direction in %j',
  (title) => {
    expect(findMentions([title]).direction).toBeUndefined()
  },
)

test('reads hostile texts in no time', () => {
  const start = performance.now()
  for (const part of ['A ', 'A. ', '1 ', 'Aa-', '1-1 ', 'rue de la ', 'East ', 'a\n'])
    findMentions([part.repeat(100_000), part.repeat(100_000)])
  expect(performance.now() - start).toBeLessThan(1000)
})
