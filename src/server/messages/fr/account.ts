import { html } from '../../../core/html.ts'
import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

export const account: Messages['account'] = {
  title: 'Votre compte',
  withdrawn: 'Accès retiré. L’application ne peut plus agir en votre nom.',
  ended: 'Vous avez été déconnecté des navigateurs choisis.',
  signedInAs: (name) => html`Vous êtes connecté en tant que ${name}`,
  staff: 'équipe',
  number: (id) => `Compte numéro ${id}`,
  contributions: 'Vos contributions',
  points: 'Points de vue',
  areas: 'Zones vues d’en haut',
  validations: 'Vérifications',
  comments: 'Commentaires',
  apps: 'Applications ayant accès à votre compte',
  noApps: 'Aucune pour l’instant. Les applications que vous autorisez apparaîtront ici.',
  appCan: (abilities) => `Cette application peut ${abilities}.`,
  abilities: {
    read: 'lire le catalogue',
    contribute: 'localiser, vérifier, commenter et indexer des images en votre nom',
    import: 'importer des images en votre nom',
    moderate: 'modérer en votre nom',
  },
  allowedNotUsed: (allowed) => html`Autorisée le ${allowed}, pas encore utilisée.`,
  allowedAndUsed: (allowed, used) =>
    html`Autorisée le ${allowed}, utilisée pour la dernière fois le ${used}.`,
  withdraw: 'Retirer l’accès',
  ofApp: (name) => html` : ${name}`,
  sessions: 'Où vous êtes connecté',
  thisBrowser: 'ce navigateur',
  signedInOn: (since, used) => html`Connecté le ${since}, utilisé pour la dernière fois le ${used}`,
  signOut: 'Se déconnecter',
  ofBrowser: (browser, since) => html` : ${browser}, depuis le ${since}`,
  signOutOthers: 'Se déconnecter de tous les autres navigateurs',
  signOutAll: (count) =>
    `Se déconnecter partout (${plural(count, { one: 'navigateur', many: 'de navigateurs', other: 'navigateurs' })})`,
  appsStay:
    'La déconnexion ne concerne pas les applications. Elles gardent l’accès que vous leur avez donné.',
}
