import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

export const map: Messages['map'] = {
  title: 'Karte',
  inView: (count) => `${plural(count, { one: 'Bild', other: 'Bilder' })} im Ausschnitt`,
  nothingInView: 'Hier gibt es keine Bilder. Verschieben oder verkleinern Sie die Karte.',
  partTitle: 'Bilder in einem Kartenausschnitt',
  back: 'Zurück zur Karte',
  link: 'Link zu diesem Ausschnitt',
  copied: 'Der Link wurde kopiert.',
  asList: 'Alle diese Bilder als Liste',
  onMap: 'Auf der Karte zeigen',
  overview: 'Karte dieser Bilder',
  open: 'Karte öffnen',
  reset: 'Alle Bilder zeigen',
  close: 'Schließen',
  failed:
    'Die Bilder konnten nicht geladen werden. Verschieben Sie die Karte, um es noch einmal zu versuchen.',
  noScripts: 'Die Karte braucht JavaScript. Die Liste zeigt dieselben Bilder.',
  none: 'Auf der Karte gibt es keine Bilder zu diesen Filtern.',
  empty: 'Noch ist kein Bild auf der Karte verortet.',
}
