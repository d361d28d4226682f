import { html, type Html } from '../../../core/base/html.ts'

/** The pages of subjects. */
export const subjects = {
  title: 'Subjects',
  introduction: 'Buildings, places, people and events that the images show.',
  none: 'No image has a subject yet.',
  order: 'Order',
  byTitle: 'By name',
  byCount: 'Most images first',
  images: 'Images',
  map: (title: string) => `Map of ${title}`,
  center: (coordinates: Html) => html`Center: ${coordinates}`,
  knowledgeBase: (item: string) => `Wikidata: ${item}`,
}
