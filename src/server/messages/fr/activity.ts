import { html } from '../../../core/base/html.ts'
import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

export const activity: Messages['activity'] = {
  title: 'Activité',
  introduction: 'Ce que la communauté a fait récemment. Jours et heures en UTC.',
  kinds: 'Types d’activité',
  all: 'Tout',
  placements: 'Localisations',
  comments: 'Commentaires',
  subjects: 'Sujets',
  milestones: 'Étapes',
  collections: 'Collections',
  none: 'Il ne s’est encore rien passé.',
  noneBefore: 'Il n’y a rien d’antérieur.',
  earlier: 'Activité antérieure',
  newest: 'Activité récente',
  placed: (user, count) =>
    html`${user} a localisé ${plural(count, { one: 'image', many: 'd’images', other: 'images' })}
    sur la carte`,
  commented: (user, image) => html`${user} a commenté ${image}`,
  userMilestone: (user, count) => html`${user} a atteint ${count} localisations`,
  siteMilestone: (count) => html`La communauté a atteint ${count} localisations`,
  introduced: (user, subject) => html`${user} a introduit le sujet ${subject}`,
  introducedByUnknown: (subject) => html`${subject} est un nouveau sujet`,
  added: (user, subject, count) =>
    html`${user} a ajouté ${subject} à
    ${plural(count, { one: 'image', many: 'd’images', other: 'images' })}`,
  removed: (user, subject, count) =>
    html`${user} a retiré ${subject} de
    ${plural(count, { one: 'image', many: 'd’images', other: 'images' })}`,
  reordered: (user) => html`${user} a réordonné les sujets d’une image`,
  deletedSubject: 'un sujet supprimé',
  collectionIntroduced: (collection) => html`Nouvelle collection : ${collection}`,
  more: (count) => `et ${count} autres`,
}
