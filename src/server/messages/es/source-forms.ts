import { html, type Html } from '../../../core/base/html.ts'
import type { Messages } from '../en/index.ts'

export const sourceForms: Messages['sourceForms'] = {
  title: 'Fuentes y colecciones',
  introduction:
    'Cada imagen pertenece a una colección y cada colección a una fuente. Una imagen es pública si ambas lo son.',
  newSource: 'Nueva fuente',
  newCollection: 'Nueva colección',
  create: 'Crear',
  fields: {
    name: 'Nombre',
    slug: 'Nombre corto en las direcciones',
    url: 'Sitio web',
    description: 'Descripción',
  },
  hints: {
    slug: 'Minúsculas, cifras y guiones. Cambiarlo rompe los enlaces.',
    newSlug: 'Vacío: derivado del nombre',
  },
  publicPage: 'Página pública',
  preview: 'Vista previa',
  number: (id: number) => `Colección número ${id}`,
  visibility: 'Visibilidad',
  publish: 'Publicar',
  hide: 'Ocultar',
  sourceIsPublic: 'Esta fuente es pública, con todas sus colecciones públicas.',
  sourceIsHidden: 'Esta fuente está oculta, con todas sus colecciones.',
  collectionIsPublic: 'Esta colección es pública, con todas sus imágenes.',
  collectionIsHidden: 'Esta colección está oculta, con todas sus imágenes.',
  sourceHidesIt: 'Esta colección sería pública, pero su fuente está oculta.',
  hidingExplained:
    'Al ocultar, los archivos de las imágenes reciben nuevas direcciones. Las anteriores dejan de responder de inmediato, pero los navegadores y las CDN que los hayan guardado pueden mostrarlos hasta un año. Hasta que existan las nuevas, en unos minutos, o unas horas si son muchísimas, nadie ve las imágenes.',
  announcement: 'Anuncio',
  notAnnounced: 'Esta colección se puede anunciar una vez en la actividad.',
  announcedOn: (day: Html) => html`Anunciada el ${day}.`,
  publishFirst: 'Una colección se puede anunciar cuando es pública.',
  announce: 'Anunciar en la actividad',
  done: {
    saved: 'Los cambios se han guardado.',
    created: 'Creada. Todavía no es pública.',
    published: 'Ahora es pública.',
    hidden: 'Ahora está oculta.',
    announced: 'La colección se ha anunciado.',
  },
}
