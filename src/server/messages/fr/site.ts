import type { Messages } from '../en/index.ts'

export const site: Messages['site'] = {
  skip: 'Aller au contenu',
  navigation: 'Navigation principale',
  images: 'Images',
  map: 'Carte',
  search: 'Recherche',
  collections: 'Collections',
  sources: 'Sources',
  subjects: 'Sujets',
  contributors: 'Contributeurs',
  activity: 'Activité',
  account: 'Compte',
  signIn: 'Se connecter',
  yourAccount: 'Votre compte : ',
  language: 'Langue',
  api: 'API',
}
