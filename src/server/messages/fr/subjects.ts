import { html } from '../../../core/base/html.ts'
import type { Messages } from '../en/index.ts'

export const subjects: Messages['subjects'] = {
  title: 'Sujets',
  introduction: 'Les bâtiments, lieux, personnes et événements que montrent les images.',
  none: 'Aucune image n’a encore de sujet.',
  order: 'Ordre',
  byTitle: 'Par nom',
  byCount: 'Les plus représentés d’abord',
  images: 'Images',
  map: (title) => `Carte : ${title}`,
  center: (coordinates) => html`Centre : ${coordinates}`,
  knowledgeBase: (item) => `Wikidata : ${item}`,
}
