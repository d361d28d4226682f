import { html, type Html } from '../../../core/base/html.ts'
import type { Messages } from '../en/index.ts'

export const damaged: Messages['damaged'] = {
  introduction:
    'Los archivos de estas imágenes no se pueden leer, o solo en parte. Pide copias intactas a la fuente.',
  none: 'No hay imágenes dañadas.',
  noMore: 'No hay más imágenes dañadas.',
  replace: (command: Html) => html`Para sustituir el archivo: ${command}`,
  retry: 'Procesar de nuevo',
  queued: 'La imagen se procesará de nuevo.',
}
