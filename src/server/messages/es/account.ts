import { html } from '../../../core/base/html.ts'
import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

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
