import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

export const imports: Messages['imports'] = {
  title: 'Importe',
  introduction: 'Was in den letzten 30 Tagen hochgeladen wurde, nach Person, Sammlung und Tag.',
  none: 'In den letzten 30 Tagen wurde nichts hochgeladen.',
  noMore: 'Es gibt keine älteren Importe.',
  committed: (count: number) =>
    plural(count, { one: 'Datei importiert', other: 'Dateien importiert' }),
  pending: (count: number) => `${count} in Arbeit`,
  abandoned: (count: number) => `${count} nicht abgeschlossen`,
  failed: (count: number) => `${count} beschädigt oder fehlgeschlagen`,
}
