import type { Messages } from '../en/index.ts'

export const staff: Messages['staff'] = {
  title: 'Team',
  attention: 'Zu erledigen',
  nothingWaits: 'Es ist nichts zu erledigen.',
  pages: 'Seiten für das Team',
  openFlags: 'Offene Meldungen',
  failedJobs: 'Fehlgeschlagene Aufträge',
  damagedImages: 'Beschädigte Bilder',
  pendingUploads: 'Laufende Uploads',
  edit: 'Bearbeiten',
  flags: 'Meldungen an das Team',
  resolve: 'Erledigt',
  resolved: 'Die Meldung ist erledigt.',
  hideImage: 'Bild ausblenden',
  hideTo: 'Nicht öffentliche Sammlung',
  hideExplained:
    'Das Bild kommt in eine nicht öffentliche Sammlung, und die Meldung ist damit erledigt. Unter „Änderungen“ lässt sich das rückgängig machen. Die Adressen seiner Bilddateien erlöschen sofort; Browser und CDNs, die sie gespeichert haben, können sie aber noch bis zu einem Jahr zeigen.',
  imageHidden: 'Das Bild ist ausgeblendet und die Meldung erledigt.',
  imageNotPublic: 'Das Bild ist nicht öffentlich.',
  noFlags: 'Keine offenen Meldungen.',
  noMoreFlags: 'Keine späteren Meldungen.',
  firstPage: 'Anfang der Liste',
  reasons: {
    place: 'Nicht zu verorten oder am falschen Ort',
    date: 'Falsches Datum',
    rights: 'Rechte',
    private: 'Privat',
    duplicate: 'Duplikat',
    other: 'Etwas anderes',
  },
}
