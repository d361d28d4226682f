import type { ErrorKind } from '../../../core/base/errors.ts'
import type { Messages } from '../en/index.ts'

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
