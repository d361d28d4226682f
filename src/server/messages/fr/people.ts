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
  staffOnHost: 'Seul un administrateur peut suspendre un membre de l’équipe, sur le serveur.',
  hide: 'Masquer',
  show: 'Afficher de nouveau',
  hiddenComments: 'Commentaires masqués',
  commentStarting: (start) => ` le commentaire ${start}`,
  done: {
    suspended: 'La personne est suspendue.',
    reinstated: 'La personne peut de nouveau contribuer.',
  },
}
