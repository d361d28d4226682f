import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

export const history: Messages['history'] = {
  title: 'Änderungen',
  image: 'Nummer eines Bildes',
  person: 'Nummer einer Person',
  show: 'Anzeigen',
  none: 'Keine Änderungen.',
  onHost: 'auf dem Server',
  becomes: 'wird zu',
  empty: 'leer',
  revert: 'Rückgängig machen',
  reverted: 'Die Änderung ist rückgängig gemacht.',
  batch: (count: number) => plural(count, { one: 'Änderung', other: 'gemeinsame Änderungen' }),
  showBatch: 'Alle anzeigen',
  partOfBatch: (count: number) => `Eine von ${count} gemeinsamen Änderungen`,
  allChanges: 'Alle Änderungen',
  revertBatch: 'Alle rückgängig machen',
  revertRest: 'Den Rest rückgängig machen',
  batchReverted:
    'Die Änderungen sind rückgängig gemacht, außer denen, die als unverändert gelassen aufgeführt sind.',
  batchPartly: 'Die letzten der Änderungen sind rückgängig gemacht. Andere stehen noch aus.',
  left: {
    changed_since: 'Es wurde seitdem geändert.',
    gone: 'Es gibt es nicht mehr.',
    refused:
      'Die vorherigen Werte sind nicht mehr gültig, oder nur Administratoren dürfen sie schreiben.',
  },
  obstacles: {
    created:
      'Lässt sich nicht rückgängig machen: Vorher gab es nichts. Löschen Sie stattdessen, was angelegt wurde.',
    deleted:
      'Lässt sich nicht rückgängig machen: Gelöschte Bilder und Sammlungen können nicht wiederhergestellt werden.',
    file_replaced: 'Lässt sich nicht rückgängig machen: Die vorherige Datei ist gelöscht.',
    announced:
      'Lässt sich nicht rückgängig machen: Eine Ankündigung erscheint einmal und kann nicht zurückgezogen werden.',
    merged:
      'Lässt sich nicht rückgängig machen: Die Zuordnungen und die Aktivität zusammengeführter Motive sind nicht mehr zu trennen.',
    host_only: 'Lässt sich hier nicht rückgängig machen: Das wird nur auf dem Server verwaltet.',
    summary:
      'Das ist die Zusammenfassung gemeinsamer Änderungen. Machen Sie stattdessen diese rückgängig.',
    no_values:
      'Lässt sich nicht rückgängig machen: Es gibt keine Werte, die wiederherzustellen wären.',
    incomplete:
      'Lässt sich nicht rückgängig machen: Das Protokoll enthält nicht alles, was geändert wurde.',
  },
}
