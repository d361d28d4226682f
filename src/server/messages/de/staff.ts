import type { Messages } from '../en/index.ts'

export const staff: Messages['staff'] = {
  flags: 'Meldungen an das Team',
  resolve: 'Erledigt',
  resolved: 'Die Meldung ist erledigt.',
  noFlags: 'Keine offenen Meldungen.',
  noMoreFlags: 'Keine späteren Meldungen.',
  oldest: 'Älteste',
  later: 'Spätere',
  reasons: {
    place: 'Nicht zu verorten oder am falschen Ort',
    date: 'Falsches Datum',
    rights: 'Rechte',
    private: 'Privat',
    duplicate: 'Duplikat',
    other: 'Etwas anderes',
  },
}
