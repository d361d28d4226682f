import type { Messages } from '../en/index.ts'

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
