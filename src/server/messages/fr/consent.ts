import { html } from '../../../core/base/html.ts'
import type { Messages } from '../en/index.ts'

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
