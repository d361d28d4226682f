import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

export const imageBatch: Messages['imageBatch'] = {
  title: 'Ordenar y cambiar imágenes',
  introduction: 'Las imágenes siguen el orden de la colección, 50 por página.',
  changed: (count: number) =>
    `${plural(count, { one: 'imagen cambiada', other: 'imágenes cambiadas' })}.`,
  select: 'Seleccionar',
  place: 'Lugar en esta página',
  notPlaced: 'no se ubicará',
  order: 'Orden',
  orderHint:
    'Numera las imágenes en el orden deseado. Con 2.5, una queda entre la segunda y la tercera.',
  saveOrder: 'Guardar el orden',
  which: 'Qué imágenes',
  onlySelected: 'Solo las imágenes seleccionadas',
  allOnPage: (count: number) => `Las ${count} imágenes de esta página`,
  allOfCollection: (count: number) => `Las ${count} imágenes de la colección`,
  close: 'No se ubicarán en el mapa',
  open: 'Se pueden ubicar en el mapa',
  moveTo: 'Número de otra colección',
  moveHint: 'Las imágenes de una colección que no es pública están ocultas.',
  move: 'Mover a esa colección',
}
