import type { Messages } from '../en/index.ts'

export const contributors: Messages['contributors'] = {
  former: 'Ehemaliges Mitglied',
  contributor: 'Mitwirkende Person',
  points: 'Kamerastandorte',
  areas: 'Flächen von oben',
  current: 'Verortete Bilder',
  currentHint: 'Die Bilder, deren letzte Verortung von dieser Person stammt, neueste zuerst.',
  currentAreas: 'Bilder von oben',
  none: 'Andere haben alle diese Bilder inzwischen neu verortet.',
}
