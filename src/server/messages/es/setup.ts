import type { Messages } from '../en/index.ts'

export const setup: Messages['setup'] = {
  title: 'Primeros pasos',
  introduction:
    'Este catálogo aún no tiene imágenes públicas. Quien lo administra continúa aquí, en un terminal del servidor en el que CATALOG_DATA indica el directorio de datos:',
  steps: {
    staff: 'Nombrar al primer miembro del equipo',
    source: 'Añadir una fuente',
    collection: 'Añadir una colección',
    images: 'Importar imágenes',
    public: 'Hacer públicas las imágenes',
  },
  hints: {
    staff:
      'Los miembros del equipo pueden importar. NAME es el nombre con el que inicia sesión; la orden también añade las licencias habituales.',
    source: 'Una fuente es la institución o la persona que aporta imágenes.',
    collection: 'Una colección reúne imágenes de una fuente, por ejemplo un álbum.',
    images:
      'Inicie sesión como miembro del equipo e importe las imágenes de un manifiesto. Aparecen aquí en cuanto su fuente y su colección son públicas.',
    public:
      'Las imágenes están importadas, pero los visitantes no las ven: su colección o la fuente no es pública. La lista muestra cuáles.',
  },
  done: 'Hecho',
}
