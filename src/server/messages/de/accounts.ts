import type { Messages } from '../en/index.ts'
import { html } from '../../../core/base/html.ts'
import { createPlural } from '../plural.ts'

const plural = createPlural('de')

export const signIn: Messages['signIn'] = {
  title: 'Anmelden',
  declined:
    'Sie sind nicht angemeldet, weil Sie OpenStreetMap nicht erlaubt haben, Ihre Identität zu bestätigen. Es hat sich nichts geändert, und Sie können ohne Konto weiterstöbern.',
  accounts: (siteName) =>
    `${siteName} verwendet Konten von OpenStreetMap. Wir erhalten die Nummer und den Namen Ihres Kontos und sonst nichts.`,
  withOpenStreetMap: 'Mit OpenStreetMap anmelden',
  noAccount: 'Noch kein Konto? Im nächsten Schritt können Sie bei OpenStreetMap eines anlegen.',
  development:
    'Dieser Katalog läuft im Entwicklungsmodus. Wählen Sie, als wer Sie sich anmelden; ein Passwort ist nicht nötig.',
  existingUsers: 'Vorhandene Konten',
  anotherUser: 'Anderes Konto',
  username: 'Benutzername',
  newUser: 'Ein neuer Name legt ein neues Konto an.',
  staff: 'Team',
}

export const consent: Messages['consent'] = {
  title: (app) => `${app} erlauben?`,
  heading: 'Dieser Anwendung den Zugriff auf Ihr Konto erlauben?',
  unverified: 'ungeprüft',
  wants: (siteName) =>
    `Diese Anwendung möchte auf Ihr Konto bei ${siteName} zugreifen. Ihren Namen hat sie selbst gewählt; er wurde nicht geprüft.`,
  abilities: 'Die Anwendung kann dann',
  scopes: {
    read: 'den Katalog lesen und Ihren Benutzernamen, Ihre Kontonummer und Ihre Zugehörigkeit zum Team sehen.',
    contribute:
      'in Ihrem Namen Bilder verorten, Verortungen prüfen sowie Bilder kommentieren, verschlagworten und melden.',
    import:
      'in Ihrem Namen Bilder hochladen, ändern und ersetzen, Quellen und Sammlungen anlegen sowie nicht öffentliche Inhalte sehen.',
    moderate:
      'in Ihrem Namen Einträge und Beiträge ändern und löschen, Personen sperren, Hintergrundaufträge steuern, Einstellungen ändern sowie nicht öffentliche Inhalte sehen.',
  },
  notStaff:
    'Sie gehören nicht zum Team. Die Anwendung kann deshalb nichts hochladen oder moderieren, bis jemand aus der Verwaltung Sie aufnimmt.',
  redirect: 'Sie werden weitergeleitet an',
  localProgram: 'Ein Programm auf diesem Computer:',
  website: (host) => html`Die Website ${host}:`,
  allow: 'Erlauben',
  cancel: 'Abbrechen',
  notYou: (account) =>
    html`Wenn Sie das nicht selbst begonnen haben, wählen Sie „Abbrechen“. Den Zugriff können Sie
    jederzeit auf ${account('Ihrer Kontoseite')} zurücknehmen.`,
  signedInAs: (name) => html`Sie sind angemeldet als ${name}.`,
  signOut: 'Nicht Sie? Abmelden',
}

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
