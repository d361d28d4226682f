import type { Messages } from '../en/index.ts'

export const errors: Messages['errors'] = {
  titles: {
    400: 'Ungültige Anfrage',
    401: 'Bitte melden Sie sich an',
    403: 'Zugriff verweigert',
    404: 'Seite nicht gefunden',
    405: 'Diese Seite kann nicht geöffnet werden',
    413: 'Anfrage zu groß',
    415: 'Format nicht unterstützt',
    429: 'Zu viele Anfragen',
    503: 'Vorübergehend nicht verfügbar',
  },
  otherTitle: 'Etwas ist schiefgegangen',
  notFound: 'Die gesuchte Seite gibt es nicht.',
  formOnly: 'Diese Seite kann nicht direkt geöffnet werden. Sie nimmt nur Formulare an.',
  unexpected:
    'Auf unserer Seite ist ein unerwarteter Fehler aufgetreten. Bitte versuchen Sie es später noch einmal.',
  suspended:
    'Ihr Konto ist gesperrt. Sie können alles ansehen, aber nichts ändern. Wenden Sie sich an das Team dieser Website.',
  changedMeanwhile:
    'Inzwischen wurden dieselben Angaben von jemand anderem geändert. Unten stehen Ihre Änderungen und was jetzt gespeichert ist. Speichern Sie noch einmal, um es zu überschreiben.',
  rateLimited: (seconds) =>
    `Sie haben zu viele Anfragen gesendet. Versuchen Sie es in ${seconds} ${seconds === 1 ? 'Sekunde' : 'Sekunden'} noch einmal.`,
  appAtFault:
    'Die Anwendung, die Sie hierher geschickt hat, hat eine ungültige Anfrage gestellt. Bitte wenden Sie sich an ihre Entwickler.',
  retry: 'Noch einmal versuchen',
  home: 'Zur Startseite',
  requestId: 'Nummer der Anfrage:',
  status: (status) => `Fehler ${status}`,
}
