import { html } from '../../../core/base/html.ts'
import type { Messages } from '../en/index.ts'

export const work: Messages['work'] = {
  kinds: 'Types de travail',
  tags: 'Sujets',
  older: 'Plus anciens',
  newest: 'Plus récents',
  nothing: 'Rien pour l’instant.',
  nothingBefore: 'Rien avant cela.',
  judged: (correct, uncertain, incorrect) =>
    `Vérifications : ${correct} correctes, ${uncertain} incertaines, ${incorrect} incorrectes`,
  unjudged: 'Pas encore vérifié',
  verdicts: { correct: 'Correct', uncertain: 'Incertain', incorrect: 'Incorrect' },
  confidences: { low: 'Confiance faible', medium: 'Confiance moyenne', high: 'Confiance élevée' },
  added: (subject) => html`${subject} ajouté`,
  removed: (subject) => html`${subject} retiré`,
  reordered: 'Ordre des sujets modifié',
  hiddenImage: (id) => `Image ${id}, qui n’est pas publique`,
  deletedSubject: 'Sujet supprimé',
}
