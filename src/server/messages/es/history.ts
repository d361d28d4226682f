import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

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
  batch: (count: number) => plural(count, { one: 'cambio', other: 'cambios hechos juntos' }),
  showBatch: 'Mostrarlos todos',
  partOfBatch: (count: number) => `Uno de ${count} cambios hechos juntos`,
  allChanges: 'Todos los cambios',
  revertBatch: 'Revertirlos todos',
  revertRest: 'Revertir el resto',
  batchReverted: 'Los cambios se revirtieron, salvo los que la lista indica sin cambiar.',
  batchPartly: 'Se revirtieron los últimos cambios. Quedan otros.',
  left: {
    changed_since: 'Se cambió desde entonces.',
    gone: 'Ya no existe.',
    refused:
      'Los valores anteriores ya no son válidos, o solo los administradores pueden escribirlos.',
  },
  obstacles: {
    created: 'No se puede revertir: antes no existía nada. Elimine lo que se creó.',
    deleted: 'No se puede revertir: las imágenes y colecciones eliminadas no se pueden restaurar.',
    file_replaced: 'No se puede revertir: el archivo anterior está eliminado.',
    announced: 'No se puede revertir: un anuncio se publica una sola vez y no se puede retirar.',
    merged: 'No se puede revertir: los temas combinados y su actividad ya no se pueden separar.',
    host_only: 'No se puede revertir aquí: esto se administra solo en el servidor.',
    summary: 'Es el resumen de cambios hechos juntos. Revierta esos cambios.',
    no_values: 'No se puede revertir: no hay valores que restaurar.',
    incomplete: 'No se puede revertir: el registro no contiene todo lo que se cambió.',
  },
}
