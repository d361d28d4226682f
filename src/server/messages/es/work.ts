import { html } from '../../../core/base/html.ts'
import type { Messages } from '../en/index.ts'

export const work: Messages['work'] = {
  kinds: 'Tipos de trabajo',
  tags: 'Temas',
  older: 'Más antiguos',
  newest: 'Más recientes',
  nothing: 'Todavía nada.',
  nothingBefore: 'Antes no hay nada más.',
  judged: (correct, uncertain, incorrect) =>
    `Comprobaciones: ${correct} correctas, ${uncertain} inciertas, ${incorrect} incorrectas`,
  unjudged: 'Aún sin comprobar',
  verdicts: { correct: 'Correcto', uncertain: 'Incierto', incorrect: 'Incorrecto' },
  confidences: { low: 'Confianza baja', medium: 'Confianza media', high: 'Confianza alta' },
  added: (subject) => html`${subject} añadido`,
  removed: (subject) => html`${subject} quitado`,
  reordered: 'Orden de los temas cambiado',
  hiddenImage: (id) => `Imagen ${id}, que no es pública`,
  deletedSubject: 'Tema borrado',
}
