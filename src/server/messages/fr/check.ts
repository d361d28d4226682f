import { html } from '../../../core/base/html.ts'
import type { Messages } from '../en/index.ts'

export const check: Messages['check'] = {
  title: 'Vérifier les positions',
  heading: 'Est-ce le bon endroit ?',
  again: 'Vérifier de nouveau',
  titleOf: (title) => `Vérifier ${title}`,
  placedBy: (name, confidence) => `Située par ${name} : ${confidence}`,
  reasons: {
    low: 'Proposée, car la position est une supposition.',
    medium: 'Proposée, car son auteur n’était pas certain.',
    disputed: 'Proposée, car d’autres la contestent.',
    unchecked: 'Proposée, car personne ne l’a encore vérifiée.',
  },
  verdicts: { correct: 'Juste', uncertain: 'Incertain', incorrect: 'Faux' },
  notes: 'Pourquoi le pensez-vous ?',
  notesHint: 'Facultatif',
  placeBetter: 'Mieux la situer',
  skip: 'Passer',
  filters: 'Choisir quoi vérifier',
  onlyCollection: (name) => html`Seulement ${name}`,
  onlyNear: 'Seulement près de ce lieu',
  apply: 'Afficher celles-ci',
  checkThese: 'Vérifier ces lieux',
  placeImages: 'Situer des images',
  done: (number) => `Merci ! L’image ${number} est vérifiée.`,
  emptyTitle: 'Plus rien à vérifier',
  empty: 'Toutes les positions à vérifier l’ont été.',
  onlyStaff: 'Sur ce site, seule l’équipe vérifie les localisations des autres.',
  tooFewPlaced:
    'Situez d’abord cinq images vous-même. Vous pourrez ensuite vérifier celles des autres.',
}
