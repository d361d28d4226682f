import type { Messages } from '../en/index.ts'
import { html, type Html } from '../../../core/base/html.ts'
import { createPlural } from '../plural.ts'

const plural = createPlural('es')

export const staff: Messages['staff'] = {
  title: 'Equipo',
  attention: 'Pendiente',
  nothingWaits: 'No hay nada pendiente.',
  basemapMissing: (command) =>
    html`Los mapas no tienen fondo: de cerca no muestran ni calles ni costas. Para añadirlas, en el
    servidor: ${command}`,
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

export const setup: Messages['setup'] = {
  title: 'Primeros pasos',
  basemap:
    'Sin un mapa de la zona, los mapas no muestran de cerca ni calles ni costas. Sustituya las palabras por los límites de la zona en grados:',
  introduction:
    'Este catálogo aún no tiene imágenes públicas. Quien lo administra continúa aquí, en un terminal del servidor en el que CATALOG_DATA indica el directorio de datos:',
  steps: {
    staff: 'Nombrar al primer miembro del equipo',
    source: 'Añadir una fuente',
    collection: 'Añadir una colección',
    images: 'Importar imágenes',
    public: 'Hacer públicas las imágenes',
  },
  hints: {
    staff:
      'Los miembros del equipo pueden importar. NAME es el nombre con el que inicia sesión; la orden también añade las licencias habituales.',
    source: 'Una fuente es la institución o la persona que aporta imágenes.',
    collection: 'Una colección reúne imágenes de una fuente, por ejemplo un álbum.',
    images:
      'Inicie sesión como miembro del equipo e importe las imágenes de un manifiesto. Aparecen aquí en cuanto su fuente y su colección son públicas.',
    public:
      'Las imágenes están importadas, pero los visitantes no las ven: su colección o la fuente no es pública. La lista muestra cuáles.',
  },
  done: 'Hecho',
}

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

export const settings: Messages['settings'] = {
  title: 'Ajustes',
  introduction: 'Estos ajustes forman parte del catálogo y se aplican de inmediato.',
  saved: (name: string) => `Guardado: ${name}.`,
  reset: 'Restablecer el valor predeterminado',
  value: 'Valor',
  degrees: 'Grados, de 0 a 360',
  atMost: (count: number) => `Como máximo ${count} caracteres`,
  names: {
    site_name: 'Nombre del catálogo',
    viewing_cone: 'Campo de visión',
    milestones: 'Hitos',
    validators: 'Quién puede comprobar',
  },
  explanations: {
    site_name: 'Aparece en todas las páginas y en la API.',
    viewing_cone:
      'Cuánto abarca una cámara: para la búsqueda por campo de visión y los conos de los mapas.',
    milestones:
      'Cantidades de ubicaciones que la actividad anuncia, separadas por comas. Después de la última siguen sus múltiplos. También se aplican a las ubicaciones anteriores, lo que tarda un poco en un catálogo grande. Vacío: ninguna.',
    validators: 'Quién puede comprobar las ubicaciones de otras personas.',
  },
  milestonesPending: 'Los nuevos hitos se están aplicando a las ubicaciones anteriores.',
  user: 'De una persona',
  sitewide: 'De todo el catálogo',
  validators: {
    staff: 'Solo el equipo',
    trusted: 'El equipo, y quienes han hecho cinco ubicaciones',
    everyone: 'Cualquier persona con sesión iniciada',
  },
}

export const jobs: Messages['jobs'] = {
  title: 'Tareas en segundo plano',
  introduction:
    'Las tareas crean miniaturas, teselas y vectores de las imágenes nuevas, y eliminan los archivos que ya no se necesitan.',
  byState: 'Tareas por estado',
  states: { failed: 'Fallidas', queued: 'En espera', running: 'En curso' },
  kinds: {
    derive: 'Miniatura y versión de visualización',
    tile: 'Teselas para el zoom',
    embed: 'Vector para las búsquedas',
    remove: 'Eliminación de archivos antiguos',
    withdraw: 'Nuevas direcciones de imágenes ocultas',
    milestones: 'Hitos de ubicaciones anteriores',
    changes: 'Cambios de muchas imágenes para las réplicas',
  },
  none: {
    failed: 'Ninguna tarea ha fallado.',
    queued: 'No hay tareas en espera.',
    running: 'No hay tareas en curso.',
  },
  noMore: 'No hay más tareas en esta lista.',
  noImage: 'La imagen se eliminó.',
  failedOn: (day: Html) => html`Falló el ${day}`,
  due: (day: Html) => html`Prevista para el ${day}`,
  attempts: (count: number) => plural(count, { one: 'intento', other: 'intentos' }),
  isWaiting: 'espera a que el servidor pueda ejecutarla',
  retry: 'Reintentar',
  runNow: 'Ejecutar ahora',
  retryAll: (kind: string, count: number) =>
    `Reintentar ${plural(count, { one: 'tarea fallida', other: 'tareas fallidas' })}: ${kind}`,
  queued: (count: number) =>
    count === 1
      ? 'La tarea se volverá a ejecutar.'
      : `${plural(count, { one: 'tarea se volverá', other: 'tareas se volverán' })} a ejecutar.`,
  pause: 'Pausar todas las tareas',
  resume: 'Reanudar las tareas',
  isPaused: 'Las tareas están en pausa: ninguna empieza hasta que se reanuden.',
  paused: 'Las tareas están en pausa. Las que están en curso terminarán.',
  resumed: 'Las tareas están de nuevo en marcha.',
}

export const imports: Messages['imports'] = {
  title: 'Importaciones',
  introduction: 'Lo que se subió en los últimos 30 días, por persona, colección y día.',
  none: 'No se subió nada en los últimos 30 días.',
  noMore: 'No hay importaciones más antiguas.',
  committed: (count: number) =>
    plural(count, { one: 'archivo importado', other: 'archivos importados' }),
  pending: (count: number) => `${count} en curso`,
  abandoned: (count: number) => `${count} sin completar`,
  failed: (count: number) =>
    plural(count, { one: 'dañado o fallido', other: 'dañados o fallidos' }),
}

export const damaged: Messages['damaged'] = {
  introduction:
    'Los archivos de estas imágenes no se pueden leer, o solo en parte. Pide copias intactas a la fuente.',
  none: 'No hay imágenes dañadas.',
  noMore: 'No hay más imágenes dañadas.',
  replace: (command: Html) => html`Para sustituir el archivo: ${command}`,
  retry: 'Procesar de nuevo',
  queued: 'La imagen se procesará de nuevo.',
}

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

export const imageForm: Messages['imageForm'] = {
  title: (id: number) => `Editar la imagen ${id}`,
  saved: 'Los cambios se han guardado.',
  hidden: 'no pública',
  save: 'Guardar',
  placing: 'En el mapa',
  place: 'Colección',
  noLicense: 'Sin licencia indicada',
  mirrors: {
    none: 'Sin reflejar',
    h: 'Izquierda y derecha invertidas',
    v: 'Arriba y abajo invertidos',
  },
  fields: {
    title: 'Título',
    description: 'Descripción',
    creator: 'Autor',
    original_date: 'Fecha según la fuente',
    edtf_date: 'Fecha en EDTF',
    license_name: 'Licencia',
    reference_id: 'Signatura de la fuente',
    source_url: 'Dirección web en la fuente',
    archive_position: 'Punto de vista según la fuente',
    scale: 'Escala de un mapa',
    rotation: 'Rotación en sentido horario',
    mirror: 'Reflejo',
    from_above: 'Vista aérea',
    will_not_georef: 'No se ubicará en el mapa',
    duplicate_of: 'Duplicado de la imagen número',
    collection: 'Número de la colección',
    order: 'Posición en la colección',
  },
  hints: {
    edtf_date: 'Por ejemplo, 1912-05, 1905~ o 1900/1910',
    archive_position:
      'Por ejemplo 52.374, 4.8896; con la dirección: 52.374, 4.8896, 118.5. Se sugiere a quienes ubican la imagen.',
    scale: 'Por ejemplo, 1:25000',
    order: 'Vacío: por número de imagen',
    duplicate_of: 'Vacío: no es un duplicado',
  },
  shownAs: (date) => `Se muestra como: ${date}`,
  inCollection: (collection, source) => `Ahora: ${collection} (${source})`,
  storedMeanwhile: (value) => `Guardado ahora: ${value === '' ? '(vacío)' : value}`,
  subjects: 'Temas',
  deleteLink: 'Eliminar esta imagen',
  deleteTitle: (id: number) => `Eliminar la imagen ${id}`,
  deleteAsk:
    'Esto elimina la imagen con todos sus archivos y todo lo que se ha aportado sobre ella. No se puede deshacer.',
  parts: {
    georeferences: 'Ubicaciones',
    validations: 'Comprobaciones',
    comments: 'Comentarios',
    subjects: 'Temas',
  },
  deleteNumber: (id: number) => `Escriba ${id} para confirmar`,
  deleteButton: 'Eliminar la imagen',
  cancel: 'Cancelar',
  deleted: 'La imagen se ha eliminado. Sus archivos se borrarán pronto.',
}

export const imageBatch: Messages['imageBatch'] = {
  title: 'Ordenar y cambiar imágenes',
  introduction: 'Las imágenes siguen el orden de la colección, 50 por página.',
  changed: (count: number) =>
    `${plural(count, { one: 'imagen cambiada', other: 'imágenes cambiadas' })}.`,
  select: 'Seleccionar',
  place: 'Lugar en esta página',
  notPlaced: 'no se ubicará',
  order: 'Orden',
  orderHint:
    'Numera las imágenes en el orden deseado. Con 2.5, una queda entre la segunda y la tercera.',
  saveOrder: 'Guardar el orden',
  which: 'Qué imágenes',
  onlySelected: 'Solo las imágenes seleccionadas',
  allOnPage: (count: number) => `Las ${count} imágenes de esta página`,
  allOfCollection: (count: number) => `Las ${count} imágenes de la colección`,
  close: 'No se ubicarán en el mapa',
  open: 'Se pueden ubicar en el mapa',
  moveTo: 'Número de otra colección',
  moveHint: 'Las imágenes de una colección que no es pública están ocultas.',
  move: 'Mover a esa colección',
}

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

/** The pages of subjects for staff. */
export const subjectForms: Messages['subjectForms'] = {
  search: 'Comienzo del nombre, número, nombre corto o elemento de Wikidata',
  find: 'Buscar',
  none: 'No hay temas.',
  number: (id: number) => `Tema número ${id}`,
  fields: { title: 'Nombre', slug: 'Nombre corto en las direcciones', description: 'Descripción' },
  hints: {
    slug: 'Minúsculas, cifras y guiones. Cambiarlo rompe los enlaces.',
    description: 'Vacío: la descripción del elemento de Wikidata',
  },
  merge: 'Combinar con otro tema',
  mergeHint: 'Todas las imágenes de este tema reciben el otro en su lugar, y este tema se elimina.',
  into: 'El tema que se conserva',
  intoHint: 'Su número, su nombre corto o su elemento de Wikidata',
  continue: 'Continuar',
  mergeAsk: (from: string, into: string) => `¿Combinar «${from}» con «${into}»?`,
  mergeWarning: (from: string, into: string) =>
    `«${from}» se elimina. Sus imágenes, contornos y actividad pasan a «${into}». Esto no se puede deshacer.`,
  mergeButton: 'Combinar los temas',
  sameSubject: 'Un tema no se puede combinar consigo mismo.',
  unknownSubject: 'Ese tema no existe.',
  severalSubjects:
    'Varios temas tienen este elemento de Wikidata. Escriba un número o un nombre corto.',
  done: { saved: 'Los cambios se han guardado.', merged: 'Los temas se han combinado.' },
}
