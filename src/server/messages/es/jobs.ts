import { html, type Html } from '../../../core/base/html.ts'
import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

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
