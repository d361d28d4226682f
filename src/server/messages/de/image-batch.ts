import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

export const imageBatch: Messages['imageBatch'] = {
  title: 'Bilder ordnen und ändern',
  introduction: 'Die Bilder stehen in der Reihenfolge der Sammlung, 50 auf jeder Seite.',
  changed: (count: number) => `${plural(count, { one: 'Bild', other: 'Bilder' })} geändert.`,
  select: 'Auswählen',
  place: 'Platz auf dieser Seite',
  notPlaced: 'wird nicht verortet',
  order: 'Reihenfolge',
  orderHint:
    'Nummerieren Sie die Bilder, wie sie aufeinander folgen sollen. Mit 2.5 kommt eines zwischen das zweite und dritte.',
  saveOrder: 'Reihenfolge speichern',
  which: 'Welche Bilder',
  onlySelected: 'Nur die ausgewählten Bilder',
  allOnPage: (count: number) => `Alle ${count} Bilder auf dieser Seite`,
  allOfCollection: (count: number) => `Alle ${count} Bilder der Sammlung`,
  close: 'Werden nicht verortet',
  open: 'Können verortet werden',
  moveTo: 'Nummer einer anderen Sammlung',
  moveHint: 'Bilder in einer Sammlung, die nicht öffentlich ist, sind verborgen.',
  move: 'In diese Sammlung verschieben',
}
