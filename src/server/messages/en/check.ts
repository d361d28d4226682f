/** The page on which people check what others placed, and the checks on the page of an image. */
export const check = {
  title: 'Check placements',
  heading: 'Is this the right place?',
  titleOf: (title: string) => `Check ${title}`,
  placedBy: (name: string, confidence: string) => `Placed by ${name}: ${confidence}`,
  reasons: {
    low: 'Here because its contributor was guessing.',
    medium: 'Here because its contributor was not certain.',
    new: 'Here because its contributor is new.',
    disputed: 'Here because others disagree about it.',
    unchecked: 'Here because nobody has checked it yet.',
  },
  verdicts: { correct: 'Correct', uncertain: 'Can’t tell', incorrect: 'Wrong' },
  notes: 'What makes you think so?',
  notesHint: 'Optional',
  placeBetter: 'Place it better',
  yours: 'Your check so far:',
  skip: 'Skip',
  own: 'You placed this yourself. Others check it.',
  notYet: (left: number) =>
    left === 1
      ? 'You can check others after one more placement of your own.'
      : `You can check others after ${left} more placements of your own.`,
  staffOnly: 'In this catalog, only staff check placements.',
  placeImages: 'Place images',
  done: (number: number) => `Thank you! Image ${number} is checked.`,
  emptyTitle: 'Nothing left to check',
  empty: 'All placements that need a check have one.',
}
