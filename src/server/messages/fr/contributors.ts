import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

export const contributors: Messages['contributors'] = {
  former: 'Ancien contributeur',
  points: 'Positions de prise de vue',
  areas: 'Zones vues d’en haut',
  current: 'Images localisées',
  currentHint:
    'Les images dont la dernière localisation est de cette personne, les plus récentes d’abord.',
  currentAreas: 'Vues aériennes',
  none: 'D’autres ont depuis localisé à nouveau toutes ces images.',
  title: 'Contributeurs',
  introduction: 'Les personnes qui ont placé des images sur la carte.',
  noneYet: 'Personne n’a encore placé d’image.',
  order: 'Ordre',
  byName: 'Par nom',
  byCount: 'Le plus d’images d’abord',
  placements: (count) => plural(count, { one: 'placement', other: 'placements' }),
}
