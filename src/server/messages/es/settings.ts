import type { Messages } from '../en/index.ts'

export const settings: Messages['settings'] = {
  title: 'Ajustes',
  introduction: 'Estos ajustes forman parte del catálogo y se aplican de inmediato.',
  saved: (name: string) => `Guardado: ${name}.`,
  reset: 'Restablecer el valor predeterminado',
  value: 'Valor',
  degrees: 'Grados, de 0 a 360',
  atMost: (count: number) => `Como máximo ${count} caracteres`,
  names: {
    site_name: 'Nombre del catálogo',
    viewing_cone: 'Campo de visión',
    milestones: 'Hitos',
    validators: 'Quién puede comprobar',
  },
  explanations: {
    site_name: 'Aparece en todas las páginas y en la API.',
    viewing_cone:
      'Cuánto abarca una cámara: para la búsqueda por campo de visión y los conos de los mapas.',
    milestones:
      'Cantidades de ubicaciones que la actividad anuncia, separadas por comas. Después de la última siguen sus múltiplos. También se aplican a las ubicaciones anteriores, lo que tarda un poco en un catálogo grande. Vacío: ninguna.',
    validators: 'Quién puede comprobar las ubicaciones de otras personas.',
  },
  milestonesPending: 'Los nuevos hitos se están aplicando a las ubicaciones anteriores.',
  user: 'De una persona',
  sitewide: 'De todo el catálogo',
  validators: {
    staff: 'Solo el equipo',
    trusted: 'El equipo, y quienes han hecho cinco ubicaciones',
    everyone: 'Cualquier persona con sesión iniciada',
  },
}
