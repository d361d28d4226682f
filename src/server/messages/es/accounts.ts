import type { Messages } from '../en/index.ts'
import { html } from '../../../core/base/html.ts'
import { createPlural } from '../plural.ts'

const plural = createPlural('es')

export const signIn: Messages['signIn'] = {
  title: 'Iniciar sesión',
  declined:
    'No ha iniciado sesión porque no permitió que OpenStreetMap confirmara su identidad. Nada ha cambiado y puede seguir navegando sin cuenta.',
  accounts: (siteName) =>
    `${siteName} utiliza cuentas de OpenStreetMap. Recibimos el número y el nombre de su cuenta, y nada más.`,
  withOpenStreetMap: 'Iniciar sesión con OpenStreetMap',
  noAccount: '¿Aún no tiene cuenta? Puede crear una en OpenStreetMap en el paso siguiente.',
  development:
    'Este catálogo funciona en modo de desarrollo. Elija con qué usuario iniciar sesión; no se necesita contraseña.',
  existingUsers: 'Usuarios existentes',
  anotherUser: 'Otro usuario',
  username: 'Nombre de usuario',
  newUser: 'Un nombre nuevo crea un usuario nuevo.',
  staff: 'equipo',
}

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

export const account: Messages['account'] = {
  title: 'Su cuenta',
  withdrawn: 'Acceso retirado. La aplicación ya no puede actuar en su nombre.',
  ended: 'Se ha cerrado la sesión en los navegadores elegidos.',
  signedInAs: (name) => html`Ha iniciado sesión como ${name}`,
  staff: 'equipo',
  number: (id) => `Número de cuenta ${id}`,
  news: (since) => html`Novedades desde el ${since}`,
  newComments: 'Comentarios',
  newPlacements: 'Ubicaciones',
  newChecks: 'Comprobaciones',
  moreNews: (count) => `y ${count} imágenes más`,
  contributions: 'Sus contribuciones',
  points: 'Puntos de vista',
  areas: 'Zonas vistas desde arriba',
  validations: 'Comprobaciones',
  comments: 'Comentarios',
  apps: 'Aplicaciones con acceso a su cuenta',
  noApps: 'Todavía ninguna. Aquí aparecerán las aplicaciones que permita.',
  appCan: (abilities) => `Esta aplicación puede ${abilities}.`,
  abilities: {
    read: 'leer el catálogo',
    contribute: 'situar, comprobar, comentar y etiquetar imágenes en su nombre',
    import: 'importar imágenes en su nombre',
    moderate: 'moderar en su nombre',
  },
  allowedNotUsed: (allowed) => html`Permitida el ${allowed}, aún sin usar.`,
  allowedAndUsed: (allowed, used) =>
    html`Permitida el ${allowed}, usada por última vez el ${used}.`,
  withdraw: 'Retirar el acceso',
  ofApp: (name) => html`: ${name}`,
  sessions: 'Dónde ha iniciado sesión',
  thisBrowser: 'este navegador',
  signedInOn: (since, used) => html`Sesión iniciada el ${since}, usada por última vez el ${used}`,
  signOut: 'Cerrar sesión',
  ofBrowser: (browser, since) => html`: ${browser}, desde el ${since}`,
  signOutOthers: 'Cerrar sesión en todos los demás navegadores',
  signOutAll: (count) =>
    `Cerrar todas las sesiones (${plural(count, { one: 'navegador', many: 'de navegadores', other: 'navegadores' })})`,
  appsStay: 'Cerrar sesión no afecta a las aplicaciones. Conservan el acceso que usted les dio.',
  language: 'Idioma',
  work: 'Su trabajo',
  workLink: 'Todo lo que ha ubicado, comprobado, escrito y etiquetado',
  data: 'Sus datos',
  download: 'Descargar todo sobre usted',
  downloadHint:
    'Un archivo JSON con su cuenta, sus contribuciones y lo que ha denunciado u omitido.',
  erase: 'Borrar su cuenta',
  eraseTitle: 'Borrar su cuenta',
  eraseAsk: (name) =>
    html`Se borrará ${name}: el nombre, el número de cuenta, todas las sesiones y el acceso de todas
    las aplicaciones. Tiene efecto inmediato y no se puede deshacer.`,
  eraseStay:
    'Lo que ha ubicado, comprobado, escrito y etiquetado permanece en el catálogo, como trabajo de un antiguo colaborador. Borre antes los comentarios que no deban permanecer.',
  eraseAgain: 'Si vuelve a iniciar sesión, empezará con una cuenta nueva y vacía.',
  eraseName: 'Escriba su nombre para confirmar',
  eraseButton: 'Borrar la cuenta',
  cancel: 'Cancelar',
  back: 'Cuenta',
}
