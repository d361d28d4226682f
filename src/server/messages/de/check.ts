import { html } from '../../../core/base/html.ts'
import type { Messages } from '../en/index.ts'

export const check: Messages['check'] = {
  title: 'Verortungen prüfen',
  heading: 'Ist das der richtige Ort?',
  again: 'Noch einmal prüfen',
  titleOf: (title) => `${title} prüfen`,
  placedBy: (name, confidence) => `Verortet von ${name}: ${confidence}`,
  reasons: {
    low: 'Hier, weil der Ort nur vermutet wurde.',
    medium: 'Hier, weil sich die Person nicht ganz sicher war.',
    disputed: 'Hier, weil andere widersprochen haben.',
    unchecked: 'Hier, weil es noch niemand geprüft hat.',
  },
  verdicts: { correct: 'Richtig', uncertain: 'Unklar', incorrect: 'Falsch' },
  notes: 'Warum glauben Sie das?',
  notesHint: 'Freiwillig',
  placeBetter: 'Besser verorten',
  skip: 'Überspringen',
  filters: 'Auswählen, was Sie prüfen',
  onlyCollection: (name) => html`Nur ${name}`,
  onlyNear: 'Nur in der Nähe dieses Ortes',
  apply: 'Diese zeigen',
  checkThese: 'Diese Verortungen prüfen',
  placeImages: 'Bilder verorten',
  done: (number) => `Danke! Bild ${number} ist geprüft.`,
  emptyTitle: 'Nichts mehr zu prüfen',
  empty: 'Alle Verortungen, die eine Prüfung brauchen, sind geprüft.',
  onlyStaff: 'Hier prüft nur das Team, was andere verortet haben.',
  tooFewPlaced:
    'Verorten Sie erst selbst fünf Bilder. Dann können Sie prüfen, was andere verortet haben.',
}
