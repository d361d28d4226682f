import { html } from '../../../core/base/html.ts'
import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

export const account: Messages['account'] = {
  title: 'Votre compte',
  withdrawn: 'Accès retiré. L’application ne peut plus agir en votre nom.',
  ended: 'Vous avez été déconnecté des navigateurs choisis.',
  signedInAs: (name) => html`Vous êtes connecté en tant que ${name}`,
  staff: 'équipe',
  number: (id) => `Compte numéro ${id}`,
  news: (since) => html`Nouveau depuis le ${since}`,
  newComments: 'Commentaires',
  newPlacements: 'Localisations',
  newChecks: 'Vérifications',
  moreNews: (count) => `et ${count} autres images`,
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
  language: 'Langue',
  work: 'Votre travail',
  workLink: 'Tout ce que vous avez localisé, vérifié, écrit et étiqueté',
  data: 'Vos données',
  download: 'Télécharger tout ce qui vous concerne',
  downloadHint:
    'Un fichier JSON avec votre compte, vos contributions et ce que vous avez signalé ou passé.',
  erase: 'Effacer votre compte',
  eraseTitle: 'Effacer votre compte',
  eraseAsk: (name) =>
    html`Sera effacé ${name} : le nom, le numéro de compte, toutes les connexions et l’accès de
    toutes les applications. L’effet est immédiat et définitif.`,
  eraseStay:
    'Ce que vous avez localisé, vérifié, écrit et étiqueté reste dans le catalogue, comme le travail d’un ancien contributeur. Supprimez d’abord les commentaires qui ne doivent pas rester.',
  eraseAgain: 'Si vous vous reconnectez plus tard, vous commencez avec un nouveau compte vide.',
  eraseName: 'Saisissez votre nom pour confirmer',
  eraseButton: 'Effacer le compte',
  cancel: 'Annuler',
  back: 'Compte',
}
