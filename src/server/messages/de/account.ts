import { html } from '../../../core/base/html.ts'
import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

export const account: Messages['account'] = {
  title: 'Ihr Konto',
  withdrawn: 'Zugriff entzogen. Die Anwendung kann nicht mehr in Ihrem Namen handeln.',
  ended: 'Sie wurden in den gewählten Browsern abgemeldet.',
  signedInAs: (name) => html`Sie sind angemeldet als ${name}`,
  staff: 'Team',
  number: (id) => `Kontonummer ${id}`,
  news: (since) => html`Neu seit dem ${since}`,
  newComments: 'Kommentare',
  newPlacements: 'Verortungen',
  newChecks: 'Prüfungen',
  moreNews: (count) => `und ${count} weitere Bilder`,
  contributions: 'Ihre Beiträge',
  points: 'Aufnahmeorte',
  areas: 'Flächen von oben',
  validations: 'Prüfungen',
  comments: 'Kommentare',
  apps: 'Anwendungen mit Zugriff auf Ihr Konto',
  noApps: 'Noch keine. Anwendungen, denen Sie den Zugriff erlauben, erscheinen hier.',
  appCan: (abilities) => `Diese Anwendung kann ${abilities}.`,
  abilities: {
    read: 'den Katalog lesen',
    contribute: 'in Ihrem Namen Bilder verorten, prüfen, kommentieren und verschlagworten',
    import: 'in Ihrem Namen Bilder importieren',
    moderate: 'in Ihrem Namen moderieren',
  },
  allowedNotUsed: (allowed) => html`Erlaubt am ${allowed}, noch nicht verwendet.`,
  allowedAndUsed: (allowed, used) => html`Erlaubt am ${allowed}, zuletzt verwendet am ${used}.`,
  withdraw: 'Zugriff entziehen',
  ofApp: (name) => html`: ${name}`,
  sessions: 'Wo Sie angemeldet sind',
  thisBrowser: 'dieser Browser',
  signedInOn: (since, used) => html`Angemeldet am ${since}, zuletzt verwendet am ${used}`,
  signOut: 'Abmelden',
  ofBrowser: (browser, since) => html`: ${browser}, seit ${since}`,
  signOutOthers: 'In allen anderen Browsern abmelden',
  signOutAll: (count) =>
    `In allen abmelden (${plural(count, { one: 'Browser', other: 'Browser' })})`,
  appsStay:
    'Das Abmelden betrifft Anwendungen nicht. Sie behalten den Zugriff, den Sie erlaubt haben.',
  language: 'Sprache',
  work: 'Ihre Arbeit',
  workLink: 'Alles, was Sie verortet, geprüft, geschrieben und zugeordnet haben',
  data: 'Ihre Daten',
  download: 'Alles über Sie herunterladen',
  downloadHint:
    'Eine JSON-Datei mit Ihrem Konto, Ihren Beiträgen und dem, was Sie gemeldet oder übersprungen haben.',
  erase: 'Konto löschen',
  eraseTitle: 'Konto löschen',
  eraseAsk: (name) =>
    html`Gelöscht wird ${name}: der Name, die Kontonummer, alle Anmeldungen und der Zugriff aller
    Anwendungen. Das gilt sofort und lässt sich nicht rückgängig machen.`,
  eraseStay:
    'Was Sie verortet, geprüft, geschrieben und zugeordnet haben, bleibt im Katalog, als Arbeit eines ehemaligen Mitglieds. Löschen Sie vorher Kommentare, die nicht bleiben sollen.',
  eraseAgain: 'Wenn Sie sich später wieder anmelden, beginnen Sie mit einem neuen, leeren Konto.',
  eraseName: 'Geben Sie zur Bestätigung Ihren Namen ein',
  eraseButton: 'Konto löschen',
  cancel: 'Abbrechen',
  back: 'Konto',
}
