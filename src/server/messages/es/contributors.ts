import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

export const contributors: Messages['contributors'] = {
  former: 'Antiguo colaborador',
  points: 'Posiciones de cámara',
  areas: 'Zonas vistas desde arriba',
  current: 'Imágenes ubicadas',
  currentHint: 'Las imágenes cuya última ubicación es de esta persona, las más recientes primero.',
  currentAreas: 'Vistas aéreas',
  none: 'Otras personas han vuelto a ubicar todas estas imágenes.',
  title: 'Colaboradores',
  introduction: 'Las personas que han situado imágenes en el mapa.',
  noneYet: 'Aún nadie ha situado una imagen.',
  order: 'Orden',
  byName: 'Por nombre',
  byCount: 'Más imágenes primero',
  placements: (count) => plural(count, { one: 'ubicación', other: 'ubicaciones' }),
}
