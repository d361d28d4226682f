import { html, type Html } from '../../../core/base/html.ts'
import type { Messages } from '../en/index.ts'

export const sourceForms: Messages['sourceForms'] = {
  title: 'Quellen und Sammlungen',
  introduction:
    'Jedes Bild gehört zu einer Sammlung und jede Sammlung zu einer Quelle. Ein Bild ist öffentlich, wenn beide es sind.',
  newSource: 'Neue Quelle',
  newCollection: 'Neue Sammlung',
  create: 'Anlegen',
  fields: {
    name: 'Name',
    slug: 'Kurzname in Adressen',
    url: 'Website',
    description: 'Beschreibung',
  },
  hints: {
    slug: 'Kleinbuchstaben, Ziffern und Bindestriche. Eine Änderung macht Links ungültig.',
    newSlug: 'Leer: aus dem Namen abgeleitet',
  },
  publicPage: 'Öffentliche Seite',
  preview: 'Vorschau',
  number: (id: number) => `Sammlung Nummer ${id}`,
  visibility: 'Sichtbarkeit',
  publish: 'Veröffentlichen',
  hide: 'Verbergen',
  sourceIsPublic: 'Diese Quelle ist öffentlich, mit allen ihren öffentlichen Sammlungen.',
  sourceIsHidden: 'Diese Quelle ist verborgen, mit allen ihren Sammlungen.',
  collectionIsPublic: 'Diese Sammlung ist öffentlich, mit allen ihren Bildern.',
  collectionIsHidden: 'Diese Sammlung ist verborgen, mit allen ihren Bildern.',
  sourceHidesIt: 'Diese Sammlung wäre öffentlich, aber ihre Quelle ist verborgen.',
  hidingExplained:
    'Beim Ausblenden erhalten die Bilddateien neue Adressen. Die alten erlöschen sofort; Browser und CDNs, die Bilddateien gespeichert haben, können sie aber noch bis zu einem Jahr zeigen. Bis es die neuen gibt, was Minuten dauert, bei sehr vielen Stunden, sieht niemand die Bilder.',
  announcement: 'Ankündigung',
  notAnnounced: 'Diese Sammlung kann einmal unter den Aktivitäten angekündigt werden.',
  announcedOn: (day: Html) => html`Angekündigt am ${day}.`,
  publishFirst: 'Eine Sammlung kann angekündigt werden, wenn sie öffentlich ist.',
  announce: 'Unter den Aktivitäten ankündigen',
  done: {
    saved: 'Die Änderungen sind gespeichert.',
    created: 'Angelegt, aber noch nicht öffentlich.',
    published: 'Jetzt öffentlich.',
    hidden: 'Jetzt verborgen.',
    announced: 'Die Sammlung ist angekündigt.',
  },
}
