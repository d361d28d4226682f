import type { Messages } from '../en/index.ts'

/** The pages of subjects for staff. */
export const subjectForms: Messages['subjectForms'] = {
  search: 'Comienzo del nombre, número, nombre corto o elemento de Wikidata',
  find: 'Buscar',
  none: 'No hay temas.',
  number: (id: number) => `Tema número ${id}`,
  fields: { title: 'Nombre', slug: 'Nombre corto en las direcciones', description: 'Descripción' },
  hints: {
    slug: 'Minúsculas, cifras y guiones. Cambiarlo rompe los enlaces.',
    description: 'Vacío: la descripción del elemento de Wikidata',
  },
  merge: 'Combinar con otro tema',
  mergeHint: 'Todas las imágenes de este tema reciben el otro en su lugar, y este tema se elimina.',
  into: 'El tema que se conserva',
  intoHint: 'Su número, su nombre corto o su elemento de Wikidata',
  continue: 'Continuar',
  mergeAsk: (from: string, into: string) => `¿Combinar «${from}» con «${into}»?`,
  mergeWarning: (from: string, into: string) =>
    `«${from}» se elimina. Sus imágenes, contornos y actividad pasan a «${into}». Esto no se puede deshacer.`,
  mergeButton: 'Combinar los temas',
  sameSubject: 'Un tema no se puede combinar consigo mismo.',
  unknownSubject: 'Ese tema no existe.',
  severalSubjects:
    'Varios temas tienen este elemento de Wikidata. Escriba un número o un nombre corto.',
  done: { saved: 'Los cambios se han guardado.', merged: 'Los temas se han combinado.' },
}
