import type { Messages } from '../en/index.ts'

/** The pages of licenses for staff. */
export const licenseForms: Messages['licenseForms'] = {
  title: 'Licences',
  introduction:
    'Les images indiquent la licence sous laquelle elles sont publiées. Les importations la choisissent par son nom.',
  none: 'Aucune licence.',
  newLicense: 'Nouvelle licence',
  add: 'Ajouter',
  fields: { name: 'Nom', display_name: 'Nom affiché', permalink: 'Page qui explique la licence' },
  hints: { name: 'Par exemple CC-BY-4.0', newDisplayName: 'Vide : le nom' },
  remove: 'Supprimer la licence',
  removeHint: 'Seule une licence qu’aucune image n’utilise peut être supprimée.',
  done: {
    saved: 'Les modifications sont enregistrées.',
    added: 'La licence est ajoutée.',
    removed: 'La licence est supprimée.',
  },
}
