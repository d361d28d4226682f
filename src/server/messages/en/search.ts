import { plural } from './plural.ts'

export const search = {
  title: 'Search',
  titleOf: (query: string) => `Search: ${query}`,
  label: 'Words, a place or a number',
  submit: 'Search',
  modes: 'Kinds of search',
  text: 'Words',
  semantic: 'Looks like',
  inView: 'In view',
  textHelp:
    'Finds words in titles, descriptions, comments and notes, also if they are spelled a little differently.',
  semanticHelp: 'Describe what the picture shows: “a bridge in winter”, “children at a fountain”.',
  inViewHelp:
    'Finds pictures that show a place. Enter its coordinates, such as “52.5163, 13.3777”.',
  shortcuts: 'You can also enter the number of an image (#12) or a Wikidata item (Q64).',
  found: (count: number) =>
    `${plural(count, { one: 'image', other: 'images' })}, the best match first`,
  foundInView: 'The nearest camera first',
  mostSimilar: 'The most similar picture first',
  none: (query: string) => `Nothing was found for “${query}”.`,
  noneInView: 'No picture shows this place.',
  trySemantic: 'Search for pictures that look like it',
  tryFewer: 'Try fewer or other words.',
  metersAway: (meters: string) => `${meters} away`,
  notCoordinates: 'Enter coordinates, such as 52.5163, 13.3777.',
  tooLong: 'The text is too long.',
  noModel: 'This catalog cannot search by what pictures show yet. Search for words instead.',
  tooBusy: (seconds: number) =>
    `The search took too long, or too many are running. Please try again in ${plural(seconds, { one: 'second', other: 'seconds' })}.`,
}
