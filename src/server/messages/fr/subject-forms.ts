import type { Messages } from '../en/index.ts'

/** The pages of subjects for staff. */
export const subjectForms: Messages['subjectForms'] = {
  search: 'Début du nom, numéro, nom court ou élément Wikidata',
  find: 'Chercher',
  none: 'Aucun sujet.',
  number: (id: number) => `Sujet numéro ${id}`,
  fields: { title: 'Nom', slug: 'Nom court dans les adresses', description: 'Description' },
  hints: {
    slug: 'Minuscules, chiffres et traits d’union. Le modifier rompt les liens.',
    description: 'Vide : la description de l’élément Wikidata',
  },
  merge: 'Fusionner avec un autre sujet',
  mergeHint:
    'Toutes les images de ce sujet reçoivent l’autre à la place, et ce sujet est supprimé.',
  into: 'Le sujet à conserver',
  intoHint: 'Son numéro, son nom court ou son élément Wikidata',
  continue: 'Continuer',
  mergeAsk: (from: string, into: string) => `Fusionner « ${from} » avec « ${into} » ?`,
  mergeWarning: (from: string, into: string) =>
    `« ${from} » est supprimé. Ses images, ses contours et son activité passent à « ${into} ». Cette action est irréversible.`,
  mergeButton: 'Fusionner les sujets',
  sameSubject: 'Un sujet ne peut pas être fusionné avec lui-même.',
  unknownSubject: 'Ce sujet n’existe pas.',
  severalSubjects:
    'Plusieurs sujets ont cet élément Wikidata. Saisissez un numéro ou un nom court.',
  done: { saved: 'Les modifications sont enregistrées.', merged: 'Les sujets sont fusionnés.' },
}
