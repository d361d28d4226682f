import { html } from '../../../core/base/html.ts'
import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

export const activity: Messages['activity'] = {
  title: 'Aktivität',
  introduction: 'Was die Gemeinschaft zuletzt getan hat. Tage und Uhrzeiten in UTC.',
  kinds: 'Arten der Aktivität',
  all: 'Alles',
  placements: 'Verortungen',
  comments: 'Kommentare',
  subjects: 'Motive',
  milestones: 'Meilensteine',
  collections: 'Sammlungen',
  none: 'Noch ist nichts geschehen.',
  noneBefore: 'Davor gibt es nichts mehr.',
  earlier: 'Frühere Aktivität',
  newest: 'Neueste Aktivität',
  placed: (user, count) =>
    html`${user} hat ${plural(count, { one: 'Bild', other: 'Bilder' })} auf der Karte verortet`,
  commented: (user, image) => html`${user} hat ${image} kommentiert`,
  userMilestone: (user, count) => html`${user} hat ${count} Verortungen erreicht`,
  siteMilestone: (count) => html`Die Gemeinschaft hat ${count} Verortungen erreicht`,
  introduced: (user, subject) => html`${user} hat das Motiv ${subject} eingeführt`,
  introducedByUnknown: (subject) => html`${subject} ist ein neues Motiv`,
  added: (user, subject, count) =>
    html`${user} hat ${subject} bei ${plural(count, { one: 'Bild', other: 'Bildern' })} hinzugefügt`,
  removed: (user, subject, count) =>
    html`${user} hat ${subject} bei ${plural(count, { one: 'Bild', other: 'Bildern' })} entfernt`,
  reordered: (user) => html`${user} hat die Motive eines Bildes neu geordnet`,
  deletedSubject: 'ein gelöschtes Motiv',
  collectionIntroduced: (collection) => html`Neue Sammlung: ${collection}`,
  more: (count) => `und ${count} weitere`,
}
