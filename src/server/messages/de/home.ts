import type { Messages } from '../en/index.ts'

export const home: Messages['home'] = {
  introduction:
    'Ein Katalog historischer Bilder: Fotografien, Zeichnungen und Postkarten, die Institutionen beitragen und eine Gemeinschaft auf der Karte verortet.',
  images: 'Bilder',
  onTheMap: 'Auf der Karte',
  collections: 'Sammlungen',
  sources: 'Quellen',
  place: 'Ein Bild auf der Karte verorten',
  check: 'Verortungen prüfen',
  newest: 'Neueste Bilder',
  all: 'Alle',
  years: 'Durch die Jahre',
  newCollections: 'Neue Sammlungen',
  activity: 'Zuletzt geschehen',
}
