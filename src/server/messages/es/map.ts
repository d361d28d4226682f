import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

export const map: Messages['map'] = {
  title: 'Mapa',
  inView: (count) => `${plural(count, { one: 'imagen', other: 'imágenes' })} en esta vista`,
  nothingInView: 'Aquí no hay imágenes. Mueva el mapa o aléjelo.',
  partTitle: 'Imágenes de una parte del mapa',
  back: 'Volver al mapa',
  link: 'Enlace a esta vista',
  copied: 'Se ha copiado el enlace.',
  asList: 'Todas estas imágenes como lista',
  onMap: 'Mostrar en el mapa',
  overview: 'Mapa de estas imágenes',
  open: 'Abrir el mapa',
  reset: 'Mostrar todas las imágenes',
  close: 'Cerrar',
  failed: 'No se han podido cargar las imágenes. Mueva el mapa para volver a intentarlo.',
  noScripts: 'El mapa necesita JavaScript. La lista muestra las mismas imágenes.',
  none: 'Ninguna imagen del mapa coincide con estos filtros.',
  empty: 'Todavía no se ha situado ninguna imagen en el mapa.',
}
