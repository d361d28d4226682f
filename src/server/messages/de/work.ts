import { html } from '../../../core/base/html.ts'
import type { Messages } from '../en/index.ts'

export const work: Messages['work'] = {
  kinds: 'Arten der Arbeit',
  tags: 'Motive',
  older: 'Ältere',
  newest: 'Neueste',
  nothing: 'Noch nichts.',
  nothingBefore: 'Davor gibt es nichts mehr.',
  judged: (correct, uncertain, incorrect) =>
    `Geprüft: ${correct} richtig, ${uncertain} unsicher, ${incorrect} falsch`,
  unjudged: 'Noch nicht geprüft',
  verdicts: { correct: 'Richtig', uncertain: 'Unsicher', incorrect: 'Falsch' },
  confidences: { low: 'Wenig sicher', medium: 'Ziemlich sicher', high: 'Sehr sicher' },
  added: (subject) => html`${subject} hinzugefügt`,
  removed: (subject) => html`${subject} entfernt`,
  reordered: 'Reihenfolge der Motive geändert',
  hiddenImage: (id) => `Bild ${id}, das nicht öffentlich ist`,
  deletedSubject: 'Gelöschtes Motiv',
}
