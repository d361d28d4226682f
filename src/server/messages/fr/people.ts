import { html } from '../../../core/html.ts'
import type { Messages } from '../en/index.ts'

export const people: Messages['people'] = {
  title: 'Personnes',
  name: 'Nom',
  find: 'Rechercher',
  lists: 'Listes de personnes',
  newest: 'Les plus récentes',
  suspended: 'Suspendu',
  none: 'Aucune personne trouvée.',
  since: (day) => html`première connexion le ${day}`,
  suspendedOn: (day) =>
    html`Compte suspendu depuis le ${day}. Cette personne peut tout consulter, mais rien modifier.`,
  contributions: 'Contributions',
  reason: 'Motif (facultatif)',
  suspendHint:
    'Une personne suspendue peut tout consulter, mais rien modifier. Elle peut lire le motif.',
  suspend: 'Suspendre',
  reinstate: 'Lever la suspension',
  hide: 'Masquer',
  show: 'Afficher de nouveau',
  hiddenComments: 'Commentaires masqués',
  commentStarting: (start) => ` le commentaire ${start}`,
  revertTitle: 'Annuler des contributions',
  revertSince: 'À partir de ce moment (UTC)',
  revertPreview: 'Voir ce qui serait annulé',
  revertExplained:
    'Les points de vue, les zones, les vérifications et les sujets des images sont supprimés, et les commentaires sont masqués. Les sujets retirés et les ordres des sujets sont rétablis. Les nouveaux sujets sont supprimés, sauf si d’autres les utilisent. Ce que d’autres ont modifié depuis reste. Le journal conserve tout.',
  suspendFirst: 'Suspendez d’abord la personne, pour que rien ne s’ajoute entre-temps.',
  nothingToRevert: 'Il n’y a rien à annuler.',
  newestOfThem: 'Les plus récentes',
  revertAll: 'Tout annuler',
  countedAtMost: 'Au-delà de 10 000 par catégorie, le décompte s’arrête à 10 000.',
  removedTags: 'Sujets retirés',
  tagOrders: 'Ordres des sujets modifiés',
  newSubjects: 'Nouveaux sujets',
  contributionKinds: {
    point_georeference: 'Point de vue',
    from_above_georeference: 'Zone vue d’en haut',
    validation: 'Vérification',
    comment: 'Commentaire',
    tag: 'Sujet',
    removed_tag: 'Sujet retiré',
    tag_order: 'Ordre des sujets',
    subject: 'Nouveau sujet',
  },
  done: {
    suspended: 'La personne est suspendue.',
    reverted: 'Les contributions sont annulées.',
    partly: 'Une partie des contributions est annulée. Il reste celles-ci.',
    reinstated: 'La personne peut de nouveau contribuer.',
  },
}
