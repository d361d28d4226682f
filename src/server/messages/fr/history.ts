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
  obstacles: {
    created:
      'Annulation impossible : rien n’existait auparavant. Supprimez plutôt ce qui a été créé.',
    deleted:
      'Annulation impossible : les images et collections supprimées ne peuvent pas être restaurées.',
    file_replaced: 'Annulation impossible : le fichier précédent est supprimé.',
    announced:
      'Annulation impossible : une annonce n’est publiée qu’une fois et ne peut pas être retirée.',
    merged:
      'Annulation impossible : les sujets fusionnés et leur activité ne peuvent plus être séparés.',
    host_only: 'Annulation impossible ici : ceci se gère uniquement sur le serveur.',
    no_values: 'Annulation impossible : il n’y a aucune valeur à rétablir.',
    incomplete: 'Annulation impossible : le journal ne contient pas tout ce qui a été modifié.',
  },
}
