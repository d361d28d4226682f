import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

export const imageBatch: Messages['imageBatch'] = {
  title: 'Ordonner et modifier les images',
  introduction: 'Les images suivent l’ordre de la collection, 50 par page.',
  changed: (count: number) =>
    `${plural(count, { one: 'image modifiée', other: 'images modifiées' })}.`,
  select: 'Sélectionner',
  place: 'Place sur cette page',
  notPlaced: 'ne sera pas localisée',
  order: 'Ordre',
  orderHint:
    'Numérotez les images dans l’ordre voulu. Avec 2.5, une image se place entre la deuxième et la troisième.',
  saveOrder: 'Enregistrer l’ordre',
  which: 'Quelles images',
  onlySelected: 'Seulement les images sélectionnées',
  allOnPage: (count: number) => `Les ${count} images de cette page`,
  allOfCollection: (count: number) => `Les ${count} images de la collection`,
  close: 'Ne seront pas localisées',
  open: 'Peuvent être localisées',
  moveTo: 'Numéro d’une autre collection',
  moveHint: 'Les images d’une collection non publique sont masquées.',
  move: 'Déplacer vers cette collection',
}
