import type { Messages } from '../en/index.ts'
import { nameMembers } from '../name-members.ts'
import { changes, history } from './changes.ts'
import { consent } from './accounts.ts'
import { createPlural } from '../plural.ts'
import type { ErrorKind } from '../../../core/base/errors.ts'

const plural = createPlural('es')

/** By the words of GEOS, which checks areas. */
const AREA_REASONS: Readonly<Partial<Record<string, string>>> = {
  'Self-intersection': 'Las líneas se cruzan',
  'Ring Self-intersection': 'Las líneas se cruzan',
  'Hole lies outside shell': 'Un hueco está fuera de la zona',
  'Holes are nested': 'Un hueco está dentro de otro',
  'Interior is disconnected': 'Los huecos dividen la zona',
}

export const problems: Messages['problems'] = {
  suspended:
    'Su cuenta está suspendida. Puede consultar todo, pero no modificar nada. Póngase en contacto con el equipo de este sitio.',
  account_erased: 'Esta cuenta se eliminó.',
  not_staff: 'Esto está reservado al equipo, cuyos miembros designa el administrador.',
  too_many_requests: (_perMinute, seconds) =>
    `Ha enviado demasiadas solicitudes. Vuelva a intentarlo en ${seconds} ${seconds === 1 ? 'segundo' : 'segundos'}.`,
  in_progress: 'Este formulario aún se está procesando. Vuelva a intentarlo en un momento.',
  key_reused: 'Este formulario ya se envió con otro contenido. Recargue la página.',
  staff_only: 'Esta página es solo para el equipo.',
  other_site: 'Este formulario se envió desde otro sitio.',
  form_expired:
    'Este formulario ha caducado. Vuelva atrás, recargue la página e inténtelo otra vez.',
  not_a_link_of_the_page: 'Use los enlaces de la página para continuar.',
  no_sign_in:
    'El inicio de sesión aún no está configurado en este servicio. Su administrador puede conectarlo con OpenStreetMap.',
  other_sign_in_page: 'Inicie sesión en la página de inicio de sesión de este servicio.',
  sign_in_mismatch:
    'Este inicio de sesión comenzó en otro navegador o hace más de diez minutos. Inicie sesión de nuevo.',
  sign_in_used: 'Este inicio de sesión ya se usó o ha caducado. Inicie sesión de nuevo.',
  osm_unavailable:
    'No se puede acceder a OpenStreetMap, o envió una respuesta inesperada. Vuelva a intentarlo más tarde.',
  unknown_user: 'Esta persona no existe. Elija una de la lista.',
  not_a_username: (most) =>
    `Escriba un nombre de 1 a ${most} caracteres, sin caracteres invisibles.`,
  neither_allowed_nor_canceled: `Elija «${consent.allow}» o «${consent.cancel}».`,
  not_a_content_state:
    'El parámetro iiif-content debe ser un estado de contenido IIIF: una dirección, JSON o JSON en base64url.',
  content_state_elsewhere:
    'El estado de contenido IIIF no apunta a ninguna imagen de este catálogo.',
  other_name: 'Este no es su nombre. Escríbalo exactamente como se muestra.',

  index_full: (index) =>
    `El índice de búsqueda de ${index === 'texts' ? 'textos' : 'imágenes'} ya no cabe en su memoria, por lo que esta búsqueda no está disponible. Quien administra el servidor puede aumentar CATALOG_SEARCH_MEMORY o dejar que busque PostgreSQL (${index === 'texts' ? 'CATALOG_TEXT=pg_trgm' : 'CATALOG_VECTORS=pgvector'}).`,
  storage_full:
    'El almacenamiento de este servicio está lleno. No se guardó nada. Vuelva a intentarlo más tarde.',
  storage_failed:
    'El almacenamiento de este servicio falló. No se guardó nada. Vuelva a intentarlo más tarde.',
  signing_key_unreadable:
    'Este servicio no puede leer su clave de firma. Su administrador debe restablecer el acceso a ella.',
  overloaded:
    'Este servicio está sobrecargado. No se guardó nada. Vuelva a intentarlo en unos segundos.',
  database_busy:
    'La base de datos está ocupada. No se guardó nada. Vuelva a intentarlo en unos segundos.',
  database_damaged:
    'La base de datos de este servicio está dañada. Su administrador debe restaurarla.',
  rendering_busy: (seconds) =>
    `Se están generando demasiadas imágenes. Vuelva a intentarlo en ${seconds} segundos.`,
  server_stopping: 'El servidor se está deteniendo.',
  try_again: (_problem, seconds) =>
    `Este servicio no está disponible en este momento. Vuelva a intentarlo en ${seconds} segundos.`,
  not_embedded:
    'Esta imagen aún no se ha procesado para buscar imágenes parecidas. Vuelva a intentarlo más tarde.',

  required: 'Rellene este campo.',
  not_text: 'Escriba un texto.',
  too_long: (most) => `Escriba como máximo ${most.toLocaleString('es')} caracteres.`,
  null_characters: 'No se permiten caracteres nulos.',
  surrogate_characters: 'El texto contiene caracteres Unicode no válidos.',
  not_a_url: 'Escriba una dirección web válida.',
  url_with_credentials: 'Escriba una dirección web sin nombre de usuario ni contraseña.',
  not_a_slug:
    'Escriba un nombre corto válido, formado por letras, cifras, guiones bajos o guiones.',
  not_an_integer: 'Escriba un número entero.',
  not_a_boolean: 'Elija sí o no.',
  not_a_choice: (given) => `«${given}» no es una de las opciones.`,
  not_one_of: () => 'Elija una de las opciones.',
  not_a_width: 'Escriba un número de grados de 0 a 360.',
  not_edtf: (_mistake, position, suggestion) =>
    suggestion === undefined
      ? `Fecha EDTF no válida: error en el carácter ${position}.`
      : `Fecha EDTF no válida: error en el carácter ${position}. Sugerencia: ${suggestion.replace(' or ', ' o ')}`,
  no_position: 'Escriba una latitud y una longitud.',
  no_direction: 'Escriba de 0 a 360 grados.',
  not_a_part:
    'Indique el detalle de la imagen como x,y,anchura,altura en píxeles, o tras percent:.',

  not_a_polygon: () =>
    'Escriba en cada línea un vértice, con latitud y longitud, o un polígono en GeoJSON.',
  too_many_rings: (count, most) =>
    `La zona tiene ${count} contornos; se aceptan como máximo ${most}.`,
  too_many_positions: (count, most) =>
    `La zona tiene ${count} vértices; se aceptan como máximo ${most}.`,
  ring_too_long: (_ring, count, most) =>
    `Un contorno tiene ${count} vértices; se aceptan como máximo ${most}.`,
  ring_too_short: () => 'Un contorno necesita al menos tres vértices distintos.',
  ring_not_closed: () =>
    'Un contorno no está cerrado: su último vértice debe ser igual al primero.',
  ring_around_the_world: () => 'Un contorno da más de una vuelta al mundo.',
  ring_without_area: () => 'Un contorno no encierra ninguna superficie.',
  area_too_large: () => 'La zona es demasiado grande.',
  unreadable_area: 'La zona no se puede leer.',
  invalid_area: (reason, place) =>
    `${AREA_REASONS[reason] ?? 'Las líneas no forman una zona'}${place ? ` (en ${place.latitude}, ${place.longitude})` : ''}.`,

  placed_meanwhile: (username) =>
    `${username} situó esta imagen mientras tanto. Compare ambas posiciones.`,
  unlikely_position: (position) =>
    `¿De verdad quiere indicar ${position}? Esta posición suele ser un error. Si es correcta, envíela de nuevo.`,
  placement_deleted: 'La posición que vio se eliminó mientras tanto.',
  too_many_placements: (most) => `Ya ha situado esta imagen ${most} veces, que es el máximo.`,
  too_many_own_positions: (most) =>
    `Todas las zonas que dibuje para esta imagen pueden sumar ${most} vértices. Dibuje un contorno más sencillo.`,
  is_duplicate: (id, original) =>
    `La imagen ${id} es un duplicado de la imagen ${original}. Sitúe aquella.`,
  will_not_georef: (id) => `El equipo decidió que la imagen ${id} no se puede situar.`,
  not_from_above: (id) =>
    `La imagen ${id} no se tomó desde arriba: tiene un punto de vista, no una zona.`,
  not_own_placement: 'Solo quien situó la imagen puede retirar esta posición.',
  placement_followed:
    'La imagen se situó de nuevo desde entonces: esta posición ya no se puede retirar.',
  placement_checked: 'Otra persona ya ha comprobado esta posición: ya no se puede retirar.',
  placement_too_old: (minutes) =>
    `Una posición se puede retirar durante ${minutes} minutos. Ese plazo ha terminado.`,
  own_georeference: 'Usted mismo situó esta imagen. Otra persona debe comprobarla.',
  only_staff_check: 'En este sitio, solo el equipo comprueba las ubicaciones de otras personas.',
  too_few_placed: (count) =>
    `Sitúe primero ${count} imágenes. Después podrá comprobar las de otros.`,
  too_many_comments: (most) => `Ya ha comentado esta imagen ${most} veces, que es el máximo.`,
  not_the_author: 'Solo su autor y el equipo pueden eliminar un comentario.',
  no_subject: 'Elija un tema de la lista.',
  unknown_subject: (given) => `El tema «${given}» no existe.`,
  too_many_subjects: (most) => `La imagen ya tiene ${most} temas, que es el máximo.`,
  subject_removed: 'El tema se eliminó mientras tanto.',
  other_subjects: () =>
    'Los temas de la imagen cambiaron mientras tanto. Recargue la página y ordénelos de nuevo.',
  not_an_item: (example) =>
    `Escriba el identificador de un elemento de Wikidata, por ejemplo ${example}.`,
  unknown_item: (item) => `El elemento de Wikidata ${item} no existe.`,
  unnamed_item: (item) => `El elemento de Wikidata ${item} no tiene nombre en inglés.`,
  knowledge_base_unavailable:
    'En este momento no se puede consultar Wikidata. Vuelva a intentarlo más tarde.',

  changed_meanwhile: () =>
    'Otra persona ha cambiado los mismos datos mientras tanto. Abajo están sus cambios y lo que está guardado ahora. Guarde de nuevo para sobrescribirlo.',
  none_selected: 'Seleccione al menos una imagen.',
  other_count: (images) =>
    `La colección tiene ahora ${plural(images, { one: 'imagen', other: 'imágenes' })}. Revíselas y vuelva a intentarlo.`,
  not_milestones:
    'Escriba como máximo 100 números enteros mayores que 0 en orden ascendente, por ejemplo 5, 15, 50.',
  other_number: 'Ese no es el número de la imagen.',
  no_time: 'Introduzca una fecha y una hora.',

  source_slug_taken: 'Otra fuente ya tiene este nombre corto.',
  collection_slug_taken: 'Otra colección de esta fuente ya tiene este nombre corto.',
  subject_slug_taken: 'Otro tema ya tiene este nombre corto.',
  merged_into_itself: 'Un tema no se puede combinar consigo mismo.',
  license_exists: (name) => `Ya existe una licencia llamada ${name}.`,
  license_in_use: (images) =>
    images === 1 ? 'Una imagen tiene esta licencia.' : `${images} imágenes tienen esta licencia.`,
  unknown_license: (name) => `La licencia «${name}» no existe.`,
  announced_before: (name) => `«${name}» ya se anunció.`,
  not_public: (name) =>
    `«${name}» o su fuente no es pública. Publique ambas y después anuncie la colección.`,
  unknown_collection: (id) => `La colección ${id} no existe.`,
  public_collection: 'Elija una colección que no sea pública.',
  other_collection: (id) => `La imagen ${id} pertenece a otra colección.`,
  several_collections: () =>
    'Estas imágenes pertenecen a varias colecciones. Ordene una colección cada vez.',
  duplicate_of_itself: (id) => `La imagen ${id} no puede ser un duplicado de sí misma.`,
  unknown_image: (id) => `La imagen ${id} no existe.`,
  original_is_duplicate: (original, other) =>
    `La imagen ${original} es a su vez un duplicado de la imagen ${other}. Indique aquella.`,
  has_duplicate: (id, duplicate) =>
    `La imagen ${duplicate} es un duplicado de la imagen ${id}. Cambie primero aquella.`,
  duplicate_has_georeferences: (id) =>
    `La imagen ${id} tiene ubicaciones, así que no puede ser un duplicado. Elimínelas primero.`,
  hidden_original: (original, id) =>
    `La imagen ${original} está oculta y la imagen ${id} no, así que no se encontraría ninguna de las dos.`,
  would_hide_original: (id, original) =>
    `La imagen ${id} es un duplicado de la imagen ${original}, que quedaría oculta, así que no se encontraría ninguna de las dos.`,
  original_of_duplicate: (duplicate, id) =>
    `La imagen ${duplicate} es un duplicado de la imagen ${id}. Cambie o elimine primero el duplicado.`,
  own_account: 'No puede suspender su propia cuenta.',
  other_staff:
    'Solo un administrador puede suspender a miembros del equipo, levantar su suspensión o deshacer todas sus contribuciones, en el servidor.',

  not_revertible: (obstacle) => history.obstacles[obstacle],
  values_refused: () => 'Los valores anteriores ya no son válidos.',
  changed_since: (_type, _id, values) =>
    `Estos valores cambiaron desde entonces: ${nameMembers(changes.members, values)}.`,
  setting_changed_since: () => 'El ajuste se volvió a cambiar desde entonces.',
  queue_changed_since: 'La cola se detuvo o se reanudó desde entonces.',
  comment_changed_since: (id) =>
    `El comentario ${id} se ocultó o se volvió a mostrar desde entonces.`,
  geometries_changed_since: (subject) =>
    `Los contornos del tema ${subject} se volvieron a cambiar desde entonces.`,
  restored_before: () => 'Ya se restauró.',
  contribution_restored_before: 'Ya se restauró.',
  duplicate_since: (id, original) =>
    `La imagen ${id} es ahora un duplicado de la imagen ${original} y ya no puede tener ubicaciones.`,
  validated_since: () => 'Esa persona volvió a comprobar la ubicación desde entonces.',
  reported_since: 'Esa persona volvió a avisar sobre la imagen por el mismo motivo.',
  license_gone: 'La licencia que tenía la imagen ya no existe.',
  source_gone: (id) => `La fuente ${id} ya no existe.`,
  item_taken: (item, slug) => `El elemento de Wikidata ${item} es ahora de otro tema: ${slug}.`,
  subject_gone: 'Uno de los temas ya no existe.',
}

/** For errors that only have an English message. */
const KINDS: Readonly<Record<ErrorKind, string>> = {
  invalid: 'Estos datos no son válidos.',
  unauthenticated: 'Inicie sesión.',
  forbidden: 'No tiene permiso para hacer esto.',
  not_found: 'No existe.',
  gone: 'Se ha eliminado.',
  conflict: 'Esto no concuerda con lo que está guardado. Recargue la página.',
  precondition_failed: 'Esto se modificó mientras tanto. Recargue la página.',
  too_large: 'Es demasiado grande.',
  too_slow: 'El envío tardó demasiado. Vuelva a intentarlo.',
  unsupported: 'Este formato no se admite.',
  unprocessable: 'Esta solicitud no se puede procesar.',
  not_implemented: 'Esta solicitud no se admite.',
  rate_limited: 'Ha enviado demasiadas solicitudes. Vuelva a intentarlo más tarde.',
  unavailable: 'El servicio no está disponible temporalmente. Vuelva a intentarlo más tarde.',
  busy: 'El servicio está saturado. Vuelva a intentarlo en un momento.',
}

export const errors: Messages['errors'] = {
  titles: {
    400: 'Solicitud no válida',
    401: 'Inicie sesión para continuar',
    403: 'Acceso denegado',
    404: 'Página no encontrada',
    405: 'Esta página no se puede abrir',
    410: 'Eliminado',
    413: 'Solicitud demasiado grande',
    415: 'Formato no admitido',
    429: 'Demasiadas solicitudes',
    503: 'No disponible temporalmente',
  },
  otherTitle: 'Algo salió mal',
  goneTitle: 'No encontrado',
  gone: 'Ya no existe, o no puede verlo.',
  notFound: 'No encontramos la página que busca.',
  formOnly: 'Esta página no se puede abrir directamente. Solo acepta formularios enviados.',
  unexpected: 'Se produjo un error inesperado de nuestro lado. Vuelva a intentarlo más tarde.',
  other: (kind) => KINDS[kind],
  otherValue: () => 'Este valor no es válido.',
  appAtFault:
    'La aplicación que lo envió aquí hizo una solicitud no válida. Póngase en contacto con sus desarrolladores.',
  retry: 'Volver a intentarlo',
  home: 'Ir a la página de inicio',
  requestId: 'Identificador de la solicitud:',
  status: (status) => `Error ${status}`,
}
