import type { Messages } from '../en/index.ts'

export const site: Messages['site'] = {
  skip: 'Saltar al contenido',
  navigation: 'Navegación principal',
  images: 'Imágenes',
  map: 'Mapa',
  search: 'Búsqueda',
  collections: 'Colecciones',
  sources: 'Fuentes',
  subjects: 'Temas',
  contributors: 'Colaboradores',
  activity: 'Actividad',
  account: 'Cuenta',
  signIn: 'Iniciar sesión',
  yourAccount: 'Su cuenta: ',
  language: 'Idioma',
  api: 'API',
}
