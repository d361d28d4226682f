import type { Messages } from '../en/index.ts'

export const history: Messages['history'] = {
  title: 'Modifications',
  image: 'Numéro d’une image',
  person: 'Numéro d’une personne',
  show: 'Afficher',
  none: 'Aucune modification.',
  onHost: 'sur le serveur',
  becomes: 'devient',
  empty: 'vide',
  revert: 'Annuler',
  reverted: 'La modification est annulée.',
}
