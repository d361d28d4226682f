import { html, type Html } from '../../../core/base/html.ts'
import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

export const jobs: Messages['jobs'] = {
  title: 'Hintergrundaufträge',
  introduction:
    'Aufträge erzeugen Vorschaubilder, Kacheln und Embeddings neuer Bilder und entfernen Dateien, die nicht mehr gebraucht werden.',
  byState: 'Aufträge nach Zustand',
  states: { failed: 'Fehlgeschlagen', queued: 'Wartend', running: 'Laufend' },
  kinds: {
    derive: 'Vorschaubild und Anzeigeversion',
    tile: 'Kacheln zum Zoomen',
    embed: 'Embedding für Suchen',
    remove: 'Entfernen alter Dateien',
    withdraw: 'Neue Adressen ausgeblendeter Bilder',
    milestones: 'Meilensteine früherer Verortungen',
  },
  none: {
    failed: 'Kein Auftrag ist fehlgeschlagen.',
    queued: 'Kein Auftrag wartet.',
    running: 'Kein Auftrag läuft.',
  },
  noMore: 'In dieser Liste gibt es keine weiteren Aufträge.',
  noImage: 'Das Bild wurde gelöscht.',
  failedOn: (day: Html) => html`Fehlgeschlagen am ${day}`,
  due: (day: Html) => html`Fällig am ${day}`,
  attempts: (count: number) => plural(count, { one: 'Versuch', other: 'Versuche' }),
  isWaiting: 'wartet, bis der Server ihn ausführen kann',
  retry: 'Wiederholen',
  runNow: 'Jetzt ausführen',
  retryAll: (kind: string, count: number) =>
    `${plural(count, { one: 'fehlgeschlagenen Auftrag', other: 'fehlgeschlagene Aufträge' })} wiederholen: ${kind}`,
  queued: (count: number) =>
    count === 1
      ? 'Der Auftrag wird wiederholt.'
      : `${plural(count, { one: 'Auftrag wird', other: 'Aufträge werden' })} wiederholt.`,
  pause: 'Alle Aufträge anhalten',
  resume: 'Aufträge fortsetzen',
  isPaused: 'Die Aufträge sind angehalten: Bis zum Fortsetzen beginnt keiner.',
  paused: 'Die Aufträge sind angehalten. Laufende werden noch beendet.',
  resumed: 'Die Aufträge laufen wieder.',
}
