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
  done: {
    suspended: 'Die Person ist gesperrt.',
    reinstated: 'Die Person kann wieder beitragen.',
  },
}
