import { html, type Html } from '../../../core/base/html.ts'

/** The page on which people check what others placed, and the checks on the page of an image. */
export const check = {
  title: 'Check placements',
  heading: 'Is this the right place?',
  again: 'Check it again',
  titleOf: (title: string) => `Check ${title}`,
  placedBy: (name: string, confidence: string) => `Placed by ${name}: ${confidence}`,
  reasons: {
    low: 'Here because its contributor was guessing.',
    medium: 'Here because its contributor was not certain.',
    disputed: 'Here because others disagree about it.',
    unchecked: 'Here because nobody has checked it yet.',
  },
  verdicts: { correct: 'Correct', uncertain: 'Can’t tell', incorrect: 'Wrong' },
  notes: 'What makes you think so?',
  notesHint: 'Optional',
  placeBetter: 'Place it better',
  skip: 'Skip',
  filters: 'Choose what to check',
  onlyCollection: (name: Html) => html`Only ${name}`,
  onlyNear: 'Only near this place',
  apply: 'Show these',
  checkThese: 'Check these places',
  placeImages: 'Place images',
  done: (number: number) => `Thank you! Image ${number} is checked.`,
  emptyTitle: 'Nothing left to check',
  empty: 'All placements that need a check have one.',
  onlyStaff: 'On this site, only staff check what others placed.',
  tooFewPlaced: 'Place five images yourself first. Then you can check what others placed.',
}
