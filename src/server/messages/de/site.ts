import type { Messages } from '../en/index.ts'

export const site: Messages['site'] = {
  skip: 'Zum Inhalt springen',
  navigation: 'Hauptnavigation',
  images: 'Bilder',
  map: 'Karte',
  search: 'Suche',
  collections: 'Sammlungen',
  sources: 'Quellen',
  subjects: 'Motive',
  contributors: 'Mitwirkende',
  activity: 'Aktivität',
  account: 'Konto',
  signIn: 'Anmelden',
  yourAccount: 'Ihr Konto: ',
  language: 'Sprache',
  api: 'API',
}
