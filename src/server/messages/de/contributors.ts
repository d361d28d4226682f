import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

export const contributors: Messages['contributors'] = {
  former: 'Ehemaliges Mitglied',
  points: 'Kamerastandorte',
  areas: 'Flächen von oben',
  current: 'Verortete Bilder',
  currentHint: 'Die Bilder, deren letzte Verortung von dieser Person stammt, neueste zuerst.',
  currentAreas: 'Bilder von oben',
  none: 'Andere haben alle diese Bilder inzwischen neu verortet.',
  title: 'Mitwirkende',
  introduction: 'Die Menschen, die Bilder auf der Karte verortet haben.',
  noneYet: 'Noch hat niemand ein Bild verortet.',
  order: 'Reihenfolge',
  byName: 'Nach Name',
  byCount: 'Die meisten Bilder zuerst',
  placements: (count) => plural(count, { one: 'Verortung', other: 'Verortungen' }),
}
