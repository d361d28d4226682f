import { html } from '../../../core/html.ts'
import type { Messages } from '../en/index.ts'

export const people: Messages['people'] = {
  title: 'Personen',
  name: 'Name',
  find: 'Suchen',
  lists: 'Listen der Personen',
  newest: 'Neueste',
  suspended: 'Gesperrt',
  none: 'Keine Personen gefunden.',
  since: (day) => html`zuerst angemeldet am ${day}`,
  suspendedOn: (day) =>
    html`Gesperrt seit ${day}. Diese Person kann alles ansehen, aber nichts ändern.`,
  contributions: 'Beiträge',
  reason: 'Grund (freiwillig)',
  suspendHint:
    'Eine gesperrte Person kann alles ansehen, aber nichts ändern. Den Grund kann sie lesen.',
  suspend: 'Sperren',
  reinstate: 'Sperre aufheben',
  staffOnHost: 'Mitglieder des Teams kann nur die Administration auf dem Server sperren.',
  hide: 'Ausblenden',
  show: 'Wieder einblenden',
  hiddenComments: 'Ausgeblendete Kommentare',
  commentStarting: (start) => `: Kommentar ${start}`,
  revertTitle: 'Beiträge zurücknehmen',
  revertSince: 'Ab diesem Zeitpunkt (UTC)',
  revertPreview: 'Zeigen, was zurückgenommen würde',
  revertExplained:
    'Aufnahmeorte, Flächen, Prüfungen und Motive werden entfernt, Kommentare werden ausgeblendet. Das Protokoll bewahrt alle auf.',
  suspendFirst: 'Sperren Sie die Person zuerst, damit inzwischen nichts hinzukommt.',
  nothingToRevert: 'Es gibt nichts zurückzunehmen.',
  newestOfThem: 'Die neuesten davon',
  revertAll: 'Alle zurücknehmen',
  countedAtMost: 'Mehr als 10.000 einer Art werden als 10.000 gezählt.',
  revertTimeInvalid: 'Geben Sie ein Datum und eine Uhrzeit ein.',
  contributionKinds: {
    point_georeference: 'Aufnahmeort',
    from_above_georeference: 'Fläche von oben',
    validation: 'Prüfung',
    comment: 'Kommentar',
    tag: 'Motiv',
  },
  done: {
    suspended: 'Die Person ist gesperrt.',
    reverted: 'Die Beiträge sind zurückgenommen.',
    partly: 'Ein Teil der Beiträge ist zurückgenommen. Diese sind noch da.',
    reinstated: 'Die Person kann wieder beitragen.',
  },
}
