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
}
