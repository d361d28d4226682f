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
  revertTitle: 'Revertir contribuciones',
  revertSince: 'A partir de este momento (UTC)',
  revertPreview: 'Ver lo que se revertiría',
  revertExplained:
    'Se eliminan los puntos de vista, las áreas, las verificaciones y los temas, y se ocultan los comentarios. El registro los conserva todos.',
  suspendFirst: 'Suspenda primero a la persona, para que no se añada nada entretanto.',
  nothingToRevert: 'No hay nada que revertir.',
  newestOfThem: 'Las más recientes',
  revertAll: 'Revertirlas todas',
  countedAtMost: 'A partir de 10 000 de un tipo, el recuento se detiene en 10 000.',
  revertTimeInvalid: 'Introduzca una fecha y una hora.',
  contributionKinds: {
    point_georeference: 'Punto de vista',
    from_above_georeference: 'Área desde arriba',
    validation: 'Verificación',
    comment: 'Comentario',
    tag: 'Tema',
  },
  done: {
    suspended: 'La persona está suspendida.',
    reverted: 'Las contribuciones se revirtieron.',
    partly: 'Se revirtió una parte de las contribuciones. Quedan estas.',
    reinstated: 'La persona puede contribuir de nuevo.',
  },
}
