import type { Messages } from '../en/index.ts'
import { plural } from './plural.ts'

export const search: Messages['search'] = {
  title: 'Recherche',
  titleOf: (query) => `Recherche : ${query}`,
  label: 'Des mots, un lieu ou un numéro',
  submit: 'Rechercher',
  modes: 'Types de recherche',
  text: 'Mots',
  semantic: 'Ressemble à',
  inView: 'Lieu visible',
  textHelp:
    'Trouve des mots dans les titres, les descriptions, les commentaires et les notes, même écrits un peu différemment.',
  semanticHelp:
    'Décrivez ce que montre l’image : « un pont en hiver », « des enfants à une fontaine ».',
  inViewHelp:
    'Trouve les images qui montrent un lieu. Saisissez ses coordonnées, par exemple « 52.5163, 13.3777 ».',
  shortcuts: 'Vous pouvez aussi saisir le numéro d’une image (#12) ou un élément Wikidata (Q64).',
  found: (count) =>
    `${plural(count, { one: 'image', many: 'd’images', other: 'images' })}, les plus pertinentes d’abord`,
  foundInView: 'Le point de vue le plus proche d’abord',
  mostSimilar: 'L’image la plus ressemblante d’abord',
  none: (query) => `Aucun résultat pour « ${query} ».`,
  noneInView: 'Aucune image ne montre ce lieu.',
  trySemantic: 'Chercher des images qui y ressemblent',
  tryFewer: 'Essayez avec moins de mots ou d’autres mots.',
  metersAway: (meters) => `à ${meters}`,
  notCoordinates: 'Saisissez des coordonnées, par exemple 52.5163, 13.3777.',
  tooLong: 'Le texte est trop long.',
  noModel:
    'Ce catalogue ne permet pas encore de chercher d’après le contenu des images. Cherchez plutôt des mots.',
  tooBusy: (seconds) =>
    `La recherche a pris trop de temps, ou trop de recherches sont en cours. Réessayez dans ${plural(seconds, { one: 'seconde', many: 'de secondes', other: 'secondes' })}.`,
}
