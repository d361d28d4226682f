import { html } from '../../../core/html.ts'
import type { Messages } from '../en/index.ts'

export const people: Messages['people'] = {
  title: 'Personas',
  name: 'Nombre',
  find: 'Buscar',
  lists: 'Listas de personas',
  newest: 'Más recientes',
  suspended: 'Suspendida',
  none: 'No se encontraron personas.',
  since: (day) => html`primera sesión el ${day}`,
  suspendedOn: (day) =>
    html`Cuenta suspendida desde el ${day}. Esta persona puede consultar todo, pero no modificar
    nada.`,
  contributions: 'Contribuciones',
  reason: 'Motivo (opcional)',
  suspendHint:
    'Una persona suspendida puede consultar todo, pero no modificar nada. Puede leer el motivo.',
  suspend: 'Suspender',
  reinstate: 'Levantar la suspensión',
  staffOnHost: 'Solo un administrador puede suspender a miembros del equipo, en el servidor.',
  hide: 'Ocultar',
  show: 'Mostrar de nuevo',
  hiddenComments: 'Comentarios ocultos',
  commentStarting: (start) => ` el comentario ${start}`,
  done: {
    suspended: 'La persona está suspendida.',
    reinstated: 'La persona puede contribuir de nuevo.',
  },
}
