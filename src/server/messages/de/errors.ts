import type { ErrorKind } from '../../../core/base/errors.ts'
import type { Messages } from '../en/index.ts'

/** For errors that only have an English message. */
const KINDS: Readonly<Record<ErrorKind, string>> = {
  invalid: 'Diese Angaben sind ungültig.',
  unauthenticated: 'Bitte melden Sie sich an.',
  forbidden: 'Das dürfen Sie nicht.',
  not_found: 'Das gibt es nicht.',
  gone: 'Das wurde gelöscht.',
  conflict: 'Das passt nicht zu dem, was inzwischen gespeichert ist. Laden Sie die Seite neu.',
  precondition_failed: 'Das wurde inzwischen geändert. Laden Sie die Seite neu.',
  too_large: 'Das ist zu groß.',
  too_slow: 'Das Senden hat zu lange gedauert. Versuchen Sie es noch einmal.',
  unsupported: 'Dieses Format wird nicht unterstützt.',
  unprocessable: 'Diese Anfrage kann nicht verarbeitet werden.',
  not_implemented: 'Diese Anfrage wird nicht unterstützt.',
  rate_limited: 'Sie haben zu viele Anfragen gesendet. Versuchen Sie es später noch einmal.',
  unavailable: 'Der Dienst ist vorübergehend nicht verfügbar. Versuchen Sie es später noch einmal.',
  busy: 'Der Dienst ist gerade ausgelastet. Versuchen Sie es gleich noch einmal.',
}

export const errors: Messages['errors'] = {
  titles: {
    400: 'Ungültige Anfrage',
    401: 'Bitte melden Sie sich an',
    403: 'Zugriff verweigert',
    404: 'Seite nicht gefunden',
    405: 'Diese Seite kann nicht geöffnet werden',
    410: 'Gelöscht',
    413: 'Anfrage zu groß',
    415: 'Format nicht unterstützt',
    429: 'Zu viele Anfragen',
    503: 'Vorübergehend nicht verfügbar',
  },
  otherTitle: 'Etwas ist schiefgegangen',
  goneTitle: 'Nicht gefunden',
  gone: 'Das gibt es nicht mehr, oder Sie können es nicht sehen.',
  notFound: 'Die gesuchte Seite gibt es nicht.',
  formOnly: 'Diese Seite kann nicht direkt geöffnet werden. Sie nimmt nur Formulare an.',
  unexpected:
    'Auf unserer Seite ist ein unerwarteter Fehler aufgetreten. Bitte versuchen Sie es später noch einmal.',
  other: (kind) => KINDS[kind],
  otherValue: () => 'Diese Angabe ist ungültig.',
  appAtFault:
    'Die Anwendung, die Sie hierher geschickt hat, hat eine ungültige Anfrage gestellt. Bitte wenden Sie sich an ihre Entwickler.',
  retry: 'Noch einmal versuchen',
  home: 'Zur Startseite',
  requestId: 'Nummer der Anfrage:',
  status: (status) => `Fehler ${status}`,
}
