import { html } from '../../../core/base/html.ts'
import type { Messages } from '../en/index.ts'

export const subjects: Messages['subjects'] = {
  title: 'Temas',
  introduction: 'Edificios, lugares, personas y acontecimientos que muestran las imágenes.',
  none: 'Ninguna imagen tiene todavía un tema.',
  order: 'Orden',
  byTitle: 'Por nombre',
  byCount: 'Más imágenes primero',
  images: 'Imágenes',
  map: (title) => `Mapa: ${title}`,
  center: (coordinates) => html`Centro: ${coordinates}`,
  knowledgeBase: (item) => `Wikidata: ${item}`,
}
