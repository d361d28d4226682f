import type { Messages } from '../en/index.ts'

export const home: Messages['home'] = {
  introduction:
    'Un catalogue d’images historiques : des photographies, dessins et cartes postales que des institutions fournissent et qu’une communauté situe sur une carte.',
  images: 'Images',
  onTheMap: 'Sur la carte',
  collections: 'Collections',
  sources: 'Sources',
  place: 'Situer une image sur la carte',
  check: 'Vérifier les emplacements',
  newest: 'Images les plus récentes',
  all: 'Tout voir',
  years: 'Au fil des ans',
  newCollections: 'Nouvelles collections',
  activity: 'Activité récente',
}
