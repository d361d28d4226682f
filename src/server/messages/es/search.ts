import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

export const search: Messages['search'] = {
  title: 'Búsqueda',
  titleOf: (query) => `Búsqueda: ${query}`,
  label: 'Palabras, un lugar o un número',
  submit: 'Buscar',
  modes: 'Tipos de búsqueda',
  text: 'Palabras',
  semantic: 'Se parece a',
  inView: 'Lugar visible',
  textHelp:
    'Encuentra palabras en títulos, descripciones, comentarios y notas, aunque estén escritas de forma algo distinta.',
  semanticHelp:
    'Describa lo que muestra la imagen: «un puente en invierno», «niños junto a una fuente».',
  inViewHelp:
    'Encuentra imágenes que muestran un lugar. Introduzca sus coordenadas, por ejemplo «52.5163, 13.3777».',
  shortcuts:
    'También puede introducir el número de una imagen (#12) o un elemento de Wikidata (Q64).',
  found: (count) =>
    `${plural(count, { one: 'imagen', many: 'de imágenes', other: 'imágenes' })}, las más relevantes primero`,
  foundInView: 'El punto de vista más cercano primero',
  mostSimilar: 'La imagen más parecida primero',
  none: (query) => `No se encontró nada para «${query}».`,
  noneInView: 'Ninguna imagen muestra este lugar.',
  trySemantic: 'Buscar imágenes que se le parezcan',
  tryFewer: 'Pruebe con menos palabras o con otras.',
  metersAway: (meters) => `a ${meters}`,
  notCoordinates: 'Introduzca coordenadas, por ejemplo 52.5163, 13.3777.',
  tooLong: 'El texto es demasiado largo.',
  noModel:
    'Este catálogo todavía no permite buscar por el contenido de las imágenes. Busque palabras en su lugar.',
  tooBusy: (seconds) =>
    `La búsqueda tardó demasiado o hay demasiadas en curso. Inténtelo de nuevo en ${plural(seconds, { one: 'segundo', many: 'de segundos', other: 'segundos' })}.`,
}
