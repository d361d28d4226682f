import { html } from '../../../core/base/html.ts'
import type { Messages } from '../en/index.ts'

export const consent: Messages['consent'] = {
  title: (app) => `¿Permitir ${app}?`,
  heading: '¿Permitir que esta aplicación acceda a su cuenta?',
  unverified: 'sin verificar',
  wants: (siteName) =>
    `Esta aplicación quiere acceder a su cuenta en ${siteName}. Eligió su propio nombre, que no se ha verificado.`,
  abilities: 'La aplicación podrá',
  scopes: {
    read: 'leer el catálogo y ver su nombre de usuario, su número de cuenta y si pertenece al equipo.',
    contribute:
      'situar imágenes en el mapa, comprobar ubicaciones, y comentar, etiquetar y denunciar imágenes, en su nombre.',
    import:
      'subir, modificar y reemplazar imágenes, crear fuentes y colecciones, y ver contenidos no públicos, en su nombre.',
    moderate:
      'modificar y eliminar registros y contribuciones, suspender a personas, gestionar las tareas en segundo plano, cambiar los ajustes, y ver contenidos no públicos, en su nombre.',
  },
  notStaff:
    'Usted no pertenece al equipo, por lo que la aplicación no podrá subir ni moderar nada hasta que un administrador lo incorpore.',
  redirect: 'Se le redirigirá a',
  localProgram: 'Un programa en este equipo:',
  website: (host) => html`El sitio web ${host}:`,
  allow: 'Permitir',
  cancel: 'Cancelar',
  notYou: (account) =>
    html`Si no inició esto usted mismo, elija «Cancelar». Puede retirar el acceso de la aplicación
    en cualquier momento en ${account('la página de su cuenta')}.`,
  signedInAs: (name) => html`Ha iniciado sesión como ${name}.`,
  signOut: '¿No es usted? Cerrar sesión',
}
