import { html, type Html } from '../../../core/base/html.ts'

/** The lists of a user's own work. */
export const work = {
  kinds: 'Kinds of work',
  tags: 'Subjects',
  older: 'Older',
  newest: 'Newest',
  nothing: 'Nothing yet.',
  nothingBefore: 'Nothing before that.',
  judged: (correct: string, uncertain: string, incorrect: string) =>
    `Checked: ${correct} correct, ${uncertain} uncertain, ${incorrect} incorrect`,
  unjudged: 'Not checked yet',
  verdicts: { correct: 'Correct', uncertain: 'Uncertain', incorrect: 'Incorrect' },
  confidences: { low: 'Low confidence', medium: 'Medium confidence', high: 'High confidence' },
  added: (subject: Html) => html`Added ${subject}`,
  removed: (subject: Html) => html`Removed ${subject}`,
  reordered: 'Changed the order of the subjects',
  hiddenImage: (id: number) => `Image ${id}, which is not public`,
  deletedSubject: 'a deleted subject',
}
