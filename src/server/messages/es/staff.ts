import type { Messages } from '../en/index.ts'

export const staff: Messages['staff'] = {
  title: 'Equipo',
  attention: 'Pendiente',
  nothingWaits: 'No hay nada pendiente.',
  pages: 'Páginas del equipo',
  openFlags: 'Avisos abiertos',
  failedJobs: 'Tareas fallidas',
  damagedImages: 'Imágenes dañadas',
  pendingUploads: 'Subidas en curso',
  edit: 'Editar',
  flags: 'Avisos al equipo',
  resolve: 'Marcar como resuelto',
  resolved: 'El aviso está resuelto.',
  hideImage: 'Ocultar la imagen',
  hideTo: 'Colección no pública',
  hideExplained:
    'La imagen pasa a una colección no pública y el aviso queda resuelto. Se puede deshacer en «Cambios». Las direcciones de sus archivos dejan de responder de inmediato, pero los navegadores y las CDN que los hayan guardado pueden mostrarlos hasta un año.',
  imageHidden: 'La imagen está oculta y el aviso, resuelto.',
  imageNotPublic: 'La imagen no es pública.',
  noFlags: 'No hay avisos abiertos.',
  noMoreFlags: 'No hay avisos posteriores.',
  firstPage: 'Inicio de la lista',
  reasons: {
    place: 'No se puede ubicar o está mal ubicada',
    date: 'Fecha incorrecta',
    rights: 'Derechos',
    private: 'Privado',
    duplicate: 'Duplicado',
    other: 'Otra cosa',
  },
}
