import type { Messages } from '../en/index.ts'
import { html } from '../../../core/base/html.ts'
import { createPlural } from '../plural.ts'

const plural = createPlural('fr')

export const signIn: Messages['signIn'] = {
  title: 'Connexion',
  declined:
    'Vous n’êtes pas connecté, car vous n’avez pas autorisé OpenStreetMap à confirmer votre identité. Rien n’a changé, et vous pouvez continuer à naviguer sans compte.',
  accounts: (siteName) =>
    `${siteName} utilise les comptes OpenStreetMap. Nous recevons le numéro et le nom de votre compte, et rien d’autre.`,
  withOpenStreetMap: 'Se connecter avec OpenStreetMap',
  noAccount:
    'Pas encore de compte ? Vous pourrez en créer un sur OpenStreetMap à l’étape suivante.',
  development:
    'Ce catalogue fonctionne en mode de développement. Choisissez un utilisateur ; aucun mot de passe n’est nécessaire.',
  existingUsers: 'Utilisateurs existants',
  anotherUser: 'Autre utilisateur',
  username: 'Nom d’utilisateur',
  newUser: 'Un nouveau nom crée un nouvel utilisateur.',
  staff: 'équipe',
}

export const consent: Messages['consent'] = {
  title: (app) => `Autoriser ${app} ?`,
  heading: 'Autoriser cette application à accéder à votre compte ?',
  unverified: 'non vérifiée',
  wants: (siteName) =>
    `Cette application souhaite accéder à votre compte sur ${siteName}. Elle a choisi son nom elle-même ; il n’a pas été vérifié.`,
  abilities: 'L’application pourra',
  scopes: {
    read: 'lire le catalogue et voir votre nom d’utilisateur, votre numéro de compte et si vous faites partie de l’équipe.',
    contribute:
      'localiser des images, vérifier des localisations, et commenter, indexer et signaler des images, en votre nom.',
    import:
      'ajouter, modifier et remplacer des images, créer des sources et des collections, et voir les contenus non publics, en votre nom.',
    moderate:
      'modifier et supprimer des notices et des contributions, suspendre des personnes, gérer les tâches de fond, modifier les réglages, et voir les contenus non publics, en votre nom.',
  },
  notStaff:
    'Vous ne faites pas partie de l’équipe : l’application ne pourra rien ajouter ni modérer tant qu’un administrateur ne vous y aura pas admis.',
  redirect: 'Vous serez redirigé vers',
  localProgram: 'Un programme sur cet ordinateur :',
  website: (host) => html`Le site ${host} :`,
  allow: 'Autoriser',
  cancel: 'Annuler',
  notYou: (account) =>
    html`Si vous n’êtes pas à l’origine de cette demande, choisissez « Annuler ». Vous pouvez
    retirer l’accès de l’application à tout moment sur ${account('la page de votre compte')}.`,
  signedInAs: (name) => html`Vous êtes connecté en tant que ${name}.`,
  signOut: 'Ce n’est pas vous ? Se déconnecter',
}

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
