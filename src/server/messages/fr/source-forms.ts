import { html, type Html } from '../../../core/base/html.ts'
import type { Messages } from '../en/index.ts'

export const sourceForms: Messages['sourceForms'] = {
  title: 'Sources et collections',
  introduction:
    'Chaque image appartient à une collection, et chaque collection à une source. Une image est publique si les deux le sont.',
  newSource: 'Nouvelle source',
  newCollection: 'Nouvelle collection',
  create: 'Créer',
  fields: {
    name: 'Nom',
    slug: 'Nom court dans les adresses',
    url: 'Site web',
    description: 'Description',
  },
  hints: {
    slug: 'Minuscules, chiffres et traits d’union. Le modifier rompt les liens.',
    newSlug: 'Vide : tiré du nom',
  },
  publicPage: 'Page publique',
  preview: 'Aperçu',
  number: (id: number) => `Collection numéro ${id}`,
  visibility: 'Visibilité',
  publish: 'Publier',
  hide: 'Masquer',
  sourceIsPublic: 'Cette source est publique, avec toutes ses collections publiques.',
  sourceIsHidden: 'Cette source est masquée, avec toutes ses collections.',
  collectionIsPublic: 'Cette collection est publique, avec toutes ses images.',
  collectionIsHidden: 'Cette collection est masquée, avec toutes ses images.',
  sourceHidesIt: 'Cette collection serait publique, mais sa source est masquée.',
  hidingExplained:
    'Au masquage, les fichiers des images reçoivent de nouvelles adresses. Les anciennes cessent de répondre aussitôt, mais les navigateurs et les CDN qui ont mis des fichiers en cache peuvent les montrer pendant un an au plus. D’ici à ce que les nouvelles existent, en quelques minutes, ou quelques heures s’il y en a un très grand nombre, personne ne voit les images.',
  announcement: 'Annonce',
  notAnnounced: 'Cette collection peut être annoncée une fois dans le fil d’activité.',
  announcedOn: (day: Html) => html`Annoncée le ${day}.`,
  publishFirst: 'Une collection peut être annoncée lorsqu’elle est publique.',
  announce: 'Annoncer dans le fil d’activité',
  done: {
    saved: 'Les modifications sont enregistrées.',
    created: 'Création effectuée, pas encore publique.',
    published: 'Désormais publique.',
    hidden: 'Désormais masquée.',
    announced: 'La collection est annoncée.',
  },
}
