import type { Messages } from '../en/index.ts'

/** The pages of licenses for staff. */
export const licenseForms: Messages['licenseForms'] = {
  title: 'Lizenzen',
  introduction:
    'Bilder nennen die Lizenz, unter der sie veröffentlicht sind. Importe wählen sie über ihren Namen.',
  none: 'Keine Lizenzen.',
  newLicense: 'Neue Lizenz',
  add: 'Hinzufügen',
  fields: {
    name: 'Name',
    display_name: 'Angezeigter Name',
    permalink: 'Seite, die die Lizenz erklärt',
  },
  hints: { name: 'Zum Beispiel CC-BY-4.0', newDisplayName: 'Leer: der Name' },
  remove: 'Lizenz entfernen',
  removeHint: 'Nur eine Lizenz, die kein Bild hat, kann entfernt werden.',
  done: {
    saved: 'Die Änderungen sind gespeichert.',
    added: 'Die Lizenz ist hinzugefügt.',
    removed: 'Die Lizenz ist entfernt.',
  },
}
