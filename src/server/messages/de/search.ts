import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

export const search: Messages['search'] = {
  title: 'Suche',
  titleOf: (query) => `Suche: ${query}`,
  label: 'Wörter, ein Ort oder eine Nummer',
  submit: 'Suchen',
  modes: 'Arten der Suche',
  text: 'Wörter',
  semantic: 'Sieht aus wie',
  inView: 'Im Blick',
  textHelp:
    'Findet Wörter in Titeln, Beschreibungen, Kommentaren und Anmerkungen, auch wenn sie etwas anders geschrieben sind.',
  semanticHelp:
    'Beschreiben Sie, was das Bild zeigt: „eine Brücke im Winter“, „Kinder an einem Brunnen“.',
  inViewHelp:
    'Findet Bilder, die einen Ort zeigen. Geben Sie seine Koordinaten ein, zum Beispiel „52.5163, 13.3777“.',
  shortcuts: 'Auch die Nummer eines Bildes (#12) oder ein Wikidata-Objekt (Q64) führt zum Ziel.',
  found: (count) => `${plural(count, { one: 'Bild', other: 'Bilder' })}, beste Treffer zuerst`,
  foundInView: 'Nächstgelegener Aufnahmeort zuerst',
  mostSimilar: 'Ähnlichstes Bild zuerst',
  none: (query) => `Zu „${query}“ wurde nichts gefunden.`,
  noneInView: 'Kein Bild zeigt diesen Ort.',
  trySemantic: 'Nach Bildern suchen, die so aussehen',
  tryFewer: 'Versuchen Sie es mit weniger oder anderen Wörtern.',
  metersAway: (meters) => `${meters} entfernt`,
  notCoordinates: 'Geben Sie Koordinaten ein, zum Beispiel 52.5163, 13.3777.',
  tooLong: 'Der Text ist zu lang.',
  noModel:
    'Dieser Katalog kann noch nicht nach Bildinhalten suchen. Suchen Sie stattdessen nach Wörtern.',
  tooBusy: (seconds) =>
    `Die Suche hat zu lange gedauert, oder es laufen zu viele. Bitte versuchen Sie es in ${plural(seconds, { one: 'Sekunde', other: 'Sekunden' })} noch einmal.`,
}
