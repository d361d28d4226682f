import { html } from '../../../core/base/html.ts'
import type { Messages } from '../en/index.ts'

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
