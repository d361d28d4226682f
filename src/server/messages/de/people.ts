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
  hide: 'Ausblenden',
  show: 'Wieder einblenden',
  hiddenComments: 'Ausgeblendete Kommentare',
  commentStarting: (start) => `: Kommentar ${start}`,
  revertTitle: 'Beiträge zurücknehmen',
  revertSince: 'Ab diesem Zeitpunkt (UTC)',
  revertPreview: 'Zeigen, was zurückgenommen würde',
  revertExplained:
    'Aufnahmeorte, Flächen, Prüfungen und Motive von Bildern werden entfernt, Kommentare werden ausgeblendet. Entfernte Motive und Reihenfolgen der Motive werden wiederhergestellt. Neue Motive werden gelöscht, außer wenn andere sie verwenden. Was andere seither geändert haben, bleibt. Das Protokoll bewahrt alles auf.',
  suspendFirst: 'Sperren Sie die Person zuerst, damit inzwischen nichts hinzukommt.',
  nothingToRevert: 'Es gibt nichts zurückzunehmen.',
  newestOfThem: 'Die neuesten davon',
  revertAll: 'Alle zurücknehmen',
  countedAtMost: 'Mehr als 10.000 einer Art werden als 10.000 gezählt.',
  removedTags: 'Entfernte Motive',
  tagOrders: 'Geänderte Reihenfolgen der Motive',
  newSubjects: 'Neue Motive',
  contributionKinds: {
    point_georeference: 'Aufnahmeort',
    from_above_georeference: 'Fläche von oben',
    validation: 'Prüfung',
    comment: 'Kommentar',
    tag: 'Motiv',
    removed_tag: 'Entferntes Motiv',
    tag_order: 'Reihenfolge der Motive',
    subject: 'Neues Motiv',
  },
  done: {
    suspended: 'Die Person ist gesperrt.',
    reverted: 'Die Beiträge sind zurückgenommen.',
    partly: 'Ein Teil der Beiträge ist zurückgenommen. Diese sind noch da.',
    reinstated: 'Die Person kann wieder beitragen.',
  },
}
