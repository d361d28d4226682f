import { html } from '../../../core/base/html.ts'
import type { Messages } from '../en/index.ts'

export const subjects: Messages['subjects'] = {
  title: 'Motive',
  introduction: 'Gebäude, Orte, Menschen und Ereignisse, die auf den Bildern zu sehen sind.',
  none: 'Noch hat kein Bild ein Motiv.',
  order: 'Reihenfolge',
  byTitle: 'Nach Namen',
  byCount: 'Meiste Bilder zuerst',
  images: 'Bilder',
  map: (title) => `Karte: ${title}`,
  center: (coordinates) => html`Mittelpunkt: ${coordinates}`,
  knowledgeBase: (item) => `Wikidata: ${item}`,
}
