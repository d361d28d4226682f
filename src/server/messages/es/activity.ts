import { html } from '../../../core/base/html.ts'
import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

export const activity: Messages['activity'] = {
  title: 'Actividad',
  introduction: 'Lo que la comunidad ha hecho últimamente. Días y horas en UTC.',
  kinds: 'Tipos de actividad',
  all: 'Todo',
  placements: 'Ubicaciones',
  comments: 'Comentarios',
  subjects: 'Temas',
  milestones: 'Hitos',
  collections: 'Colecciones',
  none: 'Todavía no ha ocurrido nada.',
  noneBefore: 'No hay nada anterior.',
  earlier: 'Actividad anterior',
  newest: 'Actividad más reciente',
  placed: (user, count) =>
    html`${user} ubicó ${plural(count, { one: 'imagen', many: 'de imágenes', other: 'imágenes' })}
    en el mapa`,
  commented: (user, image) => html`${user} comentó ${image}`,
  userMilestone: (user, count) => html`${user} alcanzó ${count} ubicaciones`,
  siteMilestone: (count) => html`La comunidad alcanzó ${count} ubicaciones`,
  introduced: (user, subject) => html`${user} introdujo el tema ${subject}`,
  introducedByUnknown: (subject) => html`${subject} es un tema nuevo`,
  added: (user, subject, count) =>
    html`${user} añadió ${subject} a
    ${plural(count, { one: 'imagen', many: 'de imágenes', other: 'imágenes' })}`,
  removed: (user, subject, count) =>
    html`${user} quitó ${subject} de
    ${plural(count, { one: 'imagen', many: 'de imágenes', other: 'imágenes' })}`,
  reordered: (user) => html`${user} reordenó los temas de una imagen`,
  deletedSubject: 'un tema eliminado',
  collectionIntroduced: (collection) => html`Nueva colección: ${collection}`,
  more: (count) => `y ${count} más`,
}
