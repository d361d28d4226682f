import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

export const lists: Messages['lists'] = {
  breadcrumbs: 'Pfad',
  images: (count) => plural(count, { one: 'Bild', other: 'Bilder' }),
  collections: (count) => plural(count, { one: 'Sammlung', other: 'Sammlungen' }),
  subjects: (count) => plural(count, { one: 'Motiv', other: 'Motive' }),
  sources: (count) => plural(count, { one: 'Quelle', other: 'Quellen' }),
  allImages: (count) =>
    count === 1
      ? 'Das Bild zeigen'
      : `Alle ${plural(count, { one: 'Bild', other: 'Bilder' })} zeigen`,
  onTheMap: 'Auf der Karte',
  placed: (placed, all, share) => `${placed} von ${all} auf der Karte (${share})`,
  website: 'Website',
  iiif: 'IIIF-Sammlung',
  iiifUse: 'für Bildbetrachter',
  json: 'JSON',
  jsonUse: 'für Programme',
  data: 'Daten',
}
