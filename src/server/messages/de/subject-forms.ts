import type { Messages } from '../en/index.ts'

/** The pages of subjects for staff. */
export const subjectForms: Messages['subjectForms'] = {
  search: 'Anfang des Namens, Nummer, Kurzname oder Wikidata-Objekt',
  find: 'Suchen',
  none: 'Keine Motive.',
  number: (id: number) => `Motiv Nummer ${id}`,
  fields: { title: 'Name', slug: 'Kurzname in Adressen', description: 'Beschreibung' },
  hints: {
    slug: 'Kleinbuchstaben, Ziffern und Bindestriche. Eine Änderung macht Links ungültig.',
    description: 'Leer: die Beschreibung des Wikidata-Objekts',
  },
  merge: 'Mit einem anderen Motiv zusammenführen',
  mergeHint:
    'Alle Bilder mit diesem Motiv erhalten stattdessen das andere, und dieses Motiv wird gelöscht.',
  into: 'Das Motiv, das bleibt',
  intoHint: 'Seine Nummer, sein Kurzname oder sein Wikidata-Objekt',
  continue: 'Weiter',
  mergeAsk: (from: string, into: string) => `„${from}“ mit „${into}“ zusammenführen?`,
  mergeWarning: (from: string, into: string) =>
    `„${from}“ wird gelöscht. Bilder, Umrisse und Aktivität gehen an „${into}“ über. Das lässt sich nicht rückgängig machen.`,
  mergeButton: 'Motive zusammenführen',
  sameSubject: 'Ein Motiv lässt sich nicht mit sich selbst zusammenführen.',
  unknownSubject: 'Dieses Motiv gibt es nicht.',
  severalSubjects:
    'Mehrere Motive haben dieses Wikidata-Objekt. Geben Sie eine Nummer oder einen Kurznamen ein.',
  done: { saved: 'Die Änderungen sind gespeichert.', merged: 'Die Motive sind zusammengeführt.' },
}
