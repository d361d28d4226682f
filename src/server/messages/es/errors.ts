import type { Messages } from '../en/index.ts'

export const errors: Messages['errors'] = {
  titles: {
    400: 'Solicitud no válida',
    401: 'Inicie sesión para continuar',
    403: 'Acceso denegado',
    404: 'Página no encontrada',
    405: 'Esta página no se puede abrir',
    413: 'Solicitud demasiado grande',
    415: 'Formato no admitido',
    429: 'Demasiadas solicitudes',
    503: 'No disponible temporalmente',
  },
  otherTitle: 'Algo salió mal',
  notFound: 'No encontramos la página que busca.',
  formOnly: 'Esta página no se puede abrir directamente. Solo acepta formularios enviados.',
  unexpected: 'Se produjo un error inesperado de nuestro lado. Vuelva a intentarlo más tarde.',
  suspended:
    'Su cuenta está suspendida. Puede consultar todo, pero no modificar nada. Póngase en contacto con el equipo de este sitio.',
  changedMeanwhile:
    'Otra persona ha cambiado los mismos datos mientras tanto. Abajo están tus cambios y lo que está guardado ahora. Guarda de nuevo para sobrescribirlo.',
  rateLimited: (seconds) =>
    `Ha enviado demasiadas solicitudes. Vuelva a intentarlo en ${seconds} ${seconds === 1 ? 'segundo' : 'segundos'}.`,
  appAtFault:
    'La aplicación que lo envió aquí hizo una solicitud no válida. Póngase en contacto con sus desarrolladores.',
  retry: 'Volver a intentarlo',
  home: 'Ir a la página de inicio',
  requestId: 'Identificador de la solicitud:',
  status: (status) => `Error ${status}`,
}
