import { html } from '../../../core/base/html.ts'
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
  hide: 'Ocultar',
  show: 'Mostrar de nuevo',
  hiddenComments: 'Comentarios ocultos',
  commentStarting: (start) => ` el comentario ${start}`,
  revertTitle: 'Revertir contribuciones',
  revertSince: 'A partir de este momento',
  timeZone: 'Zona horaria',
  revertPreview: 'Ver lo que se revertiría',
  revertExplained:
    'Se eliminan los puntos de vista, las zonas, las comprobaciones y los temas de las imágenes, y se ocultan los comentarios. Se restablecen los temas quitados y los órdenes de los temas. Los temas nuevos se eliminan, salvo que otros los usen. Lo que otros han cambiado desde entonces se queda. El registro lo conserva todo.',
  suspendFirst: 'Suspenda primero a la persona, para que no se añada nada entretanto.',
  nothingToRevert: 'No hay nada que revertir.',
  keep: 'Dejar como está',
  kept: (count: number) => `${count} se dejan como están`,
  older: 'Contribuciones anteriores',
  revertOthers: 'Revertir todas las demás',
  revertAll: 'Revertirlas todas',
  countedAtMost: 'A partir de 10 000 de un tipo, el recuento se detiene en 10 000.',
  removedTags: 'Temas quitados',
  tagOrders: 'Órdenes de temas cambiados',
  newSubjects: 'Temas nuevos',
  contributionKinds: {
    point_georeference: 'Punto de vista',
    from_above_georeference: 'Zona vista desde arriba',
    validation: 'Comprobación',
    comment: 'Comentario',
    tag: 'Tema',
    removed_tag: 'Tema quitado',
    tag_order: 'Orden de los temas',
    subject: 'Tema nuevo',
  },
  done: {
    suspended: 'La persona está suspendida.',
    reverted: 'Las contribuciones se revirtieron.',
    partly: 'Se revirtió una parte de las contribuciones. Quedan estas.',
    reinstated: 'La persona puede contribuir de nuevo.',
  },
}
