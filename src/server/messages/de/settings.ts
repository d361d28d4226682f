import type { Messages } from '../en/index.ts'

export const settings: Messages['settings'] = {
  title: 'Einstellungen',
  introduction: 'Diese Einstellungen gehören zum Katalog und gelten sofort.',
  saved: (name: string) => `Gespeichert: ${name}.`,
  reset: 'Standard wiederherstellen',
  value: 'Wert',
  degrees: 'Grad, von 0 bis 360',
  atMost: (count: number) => `Höchstens ${count} Zeichen`,
  names: {
    site_name: 'Name des Katalogs',
    viewing_cone: 'Blickwinkel',
    milestones: 'Meilensteine',
    validators: 'Wer prüfen darf',
  },
  explanations: {
    site_name: 'Steht auf allen Seiten und in der API.',
    viewing_cone:
      'Wie weit eine Kamera sieht: für die Suche im Blickfeld und die Kegel auf Karten.',
    milestones:
      'Anzahlen von Verortungen, die unter den Aktivitäten gemeldet werden, durch Kommas getrennt. Nach der letzten folgen ihre Vielfachen. Sie gelten auch für frühere Verortungen, was in einem großen Katalog etwas dauert. Leer: keine.',
    validators: 'Wer die Verortungen anderer prüfen darf.',
  },
  milestonesPending: 'Die neuen Meilensteine werden gerade auf frühere Verortungen angewandt.',
  user: 'Einer Person',
  sitewide: 'Des ganzen Katalogs',
  validators: {
    staff: 'Nur das Team',
    trusted: 'Das Team und Mitwirkende nach fünf Verortungen',
    everyone: 'Alle, die angemeldet sind',
  },
}
