import type { Messages } from '../en/index.ts'

export const contributors: Messages['contributors'] = {
  former: 'Antiguo colaborador',
  contributor: 'Colaborador',
  points: 'Posiciones de cámara',
  areas: 'Áreas vistas desde arriba',
  current: 'Imágenes ubicadas',
  currentHint: 'Las imágenes cuya última ubicación es de esta persona, las más recientes primero.',
  currentAreas: 'Vistas aéreas',
  none: 'Otras personas han vuelto a ubicar todas estas imágenes.',
}
