import { html } from '../../../core/base/html.ts'
import type { Messages } from '../en/index.ts'

export const check: Messages['check'] = {
  title: 'Comprobar posiciones',
  heading: '¿Es este el lugar?',
  again: 'Comprobar de nuevo',
  titleOf: (title) => `Comprobar ${title}`,
  placedBy: (name, confidence) => `La situó ${name}: ${confidence}`,
  reasons: {
    low: 'Está aquí porque la posición es una suposición.',
    medium: 'Está aquí porque quien la situó no estaba seguro.',
    disputed: 'Está aquí porque otros no están de acuerdo.',
    unchecked: 'Está aquí porque nadie la ha comprobado.',
  },
  verdicts: { correct: 'Correcta', uncertain: 'No sé', incorrect: 'Errónea' },
  notes: '¿Por qué lo cree?',
  notesHint: 'Opcional',
  placeBetter: 'Situarla mejor',
  skip: 'Omitir',
  filters: 'Elegir qué comprobar',
  onlyCollection: (name) => html`Solo ${name}`,
  onlyNear: 'Solo cerca de este lugar',
  apply: 'Mostrar estas',
  checkThese: 'Comprobar estos lugares',
  placeImages: 'Situar imágenes',
  done: (number) => `¡Gracias! La imagen ${number} está comprobada.`,
  emptyTitle: 'No queda nada por comprobar',
  empty: 'Todas las posiciones que lo necesitaban están comprobadas.',
  onlyStaff: 'En este sitio, solo el equipo comprueba las ubicaciones de otras personas.',
  tooFewPlaced: 'Sitúe primero cinco imágenes. Después podrá comprobar las de otros.',
}
