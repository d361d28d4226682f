import type { Messages } from '../en/index.ts'

export const staff: Messages['staff'] = {
  title: 'Équipe',
  attention: 'À traiter',
  nothingWaits: 'Il n’y a rien à traiter.',
  pages: 'Pages de l’équipe',
  openFlags: 'Signalements ouverts',
  failedJobs: 'Tâches en échec',
  damagedImages: 'Images endommagées',
  pendingUploads: 'Envois en cours',
  edit: 'Modifier',
  flags: 'Signalements à l’équipe',
  resolve: 'Marquer comme réglé',
  resolved: 'Le signalement est réglé.',
  hideImage: 'Masquer l’image',
  hideTo: 'Collection non publique',
  hideExplained:
    'L’image est déplacée dans une collection non publique et le signalement est réglé. La page « Modifications » permet d’annuler. Les adresses de ses fichiers cessent de répondre aussitôt, mais les navigateurs et les CDN qui les ont mis en cache peuvent les montrer pendant un an au plus.',
  imageHidden: 'L’image est masquée et le signalement est réglé.',
  imageNotPublic: 'L’image n’est pas publique.',
  noFlags: 'Aucun signalement ouvert.',
  noMoreFlags: 'Aucun signalement plus récent.',
  firstPage: 'Début de la liste',
  reasons: {
    place: 'Impossible à localiser ou mal localisée',
    date: 'Date erronée',
    rights: 'Droits',
    private: 'Privé',
    duplicate: 'Doublon',
    other: 'Autre chose',
  },
}
