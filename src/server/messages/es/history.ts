import type { Messages } from '../en/index.ts'

export const history: Messages['history'] = {
  title: 'Cambios',
  image: 'Número de una imagen',
  person: 'Número de una persona',
  show: 'Mostrar',
  none: 'No hay cambios.',
  onHost: 'en el servidor',
  becomes: 'pasa a ser',
  empty: 'vacío',
  revert: 'Revertir',
  reverted: 'El cambio se revirtió.',
}
