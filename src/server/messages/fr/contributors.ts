import type { Messages } from '../en/index.ts'

export const contributors: Messages['contributors'] = {
  former: 'Ancien contributeur',
  contributor: 'Contributeur',
  points: 'Positions de prise de vue',
  areas: 'Zones vues du ciel',
  current: 'Images localisées',
  currentHint:
    'Les images dont la dernière localisation est de cette personne, les plus récentes d’abord.',
  currentAreas: 'Vues aériennes',
  none: 'D’autres ont depuis localisé à nouveau toutes ces images.',
}
