import type { Messages } from '../en/index.ts'

/** The pages of licenses for staff. */
export const licenseForms: Messages['licenseForms'] = {
  title: 'Licencias',
  introduction:
    'Las imágenes indican la licencia con la que se publican. Las importaciones la eligen por su nombre.',
  none: 'No hay licencias.',
  newLicense: 'Nueva licencia',
  add: 'Añadir',
  fields: {
    name: 'Nombre',
    display_name: 'Nombre visible',
    permalink: 'Página que explica la licencia',
  },
  hints: { name: 'Por ejemplo, CC-BY-4.0', newDisplayName: 'Vacío: el nombre' },
  remove: 'Eliminar la licencia',
  removeHint: 'Solo se puede eliminar una licencia que ninguna imagen tiene.',
  done: {
    saved: 'Los cambios se han guardado.',
    added: 'La licencia se ha añadido.',
    removed: 'La licencia se ha eliminado.',
  },
}
