import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

export const map: Messages['map'] = {
  title: 'Carte',
  inView: (count) =>
    `${plural(count, { one: 'image', other: 'images' })} dans cette partie de la carte`,
  nothingInView: 'Aucune image ici. Déplacez la carte ou dézoomez.',
  partTitle: 'Images d’une partie de la carte',
  back: 'Retour à la carte',
  link: 'Lien vers cette vue',
  copied: 'Le lien a été copié.',
  asList: 'Toutes ces images en liste',
  onMap: 'Afficher sur la carte',
  overview: 'Carte de ces images',
  open: 'Ouvrir la carte',
  reset: 'Afficher toutes les images',
  close: 'Fermer',
  failed: 'Impossible de charger les images. Déplacez la carte pour réessayer.',
  noScripts: 'La carte nécessite JavaScript. La liste montre les mêmes images.',
  none: 'Aucune image de la carte ne correspond à ces filtres.',
  empty: 'Aucune image n’a encore été placée sur la carte.',
}
