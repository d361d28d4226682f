import type { Messages } from '../en/index.ts'

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
    no_values:
      'Lässt sich nicht rückgängig machen: Es gibt keine Werte, die wiederherzustellen wären.',
    incomplete:
      'Lässt sich nicht rückgängig machen: Das Protokoll enthält nicht alles, was geändert wurde.',
  },
}
