import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

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
  batch: (count: number) => plural(count, { one: 'modification', other: 'modifications groupées' }),
  showBatch: 'Les afficher toutes',
  partOfBatch: (count: number) => `Une de ${count} modifications groupées`,
  allChanges: 'Toutes les modifications',
  revertBatch: 'Les annuler toutes',
  revertRest: 'Annuler le reste',
  batchReverted:
    'Les modifications sont annulées, sauf celles que la liste indique comme laissées telles quelles.',
  batchPartly: 'Les dernières modifications sont annulées. Il en reste d’autres.',
  left: {
    changed_since: 'Modifié depuis.',
    gone: 'N’existe plus.',
    refused:
      'Les valeurs précédentes ne sont plus valides, ou seuls les administrateurs peuvent les écrire.',
  },
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
    summary: 'Ceci résume des modifications groupées. Annulez plutôt ces modifications.',
    no_values: 'Annulation impossible : il n’y a aucune valeur à rétablir.',
    incomplete: 'Annulation impossible : le journal ne contient pas tout ce qui a été modifié.',
  },
}
