import type { LayerGeometry } from '../../geometry/geometry.ts'
import type { LayerName } from '../../layer.ts'

/**
 * Colors of georeferences by their confidence, or by what others found if some of them found it incorrect. People with a
 * color vision deficiency can tell them apart (Okabe and Ito).
 */
const GEOREFERENCE_COLORS = {
  high: '0,158,115,255',
  medium: '230,159,0,255',
  low: '213,94,0,255',
  disputed: '204,121,167,255',
  refuted: '90,90,90,255',
}

/** Another implementation of the API may not know verdicts. */
const CATEGORY = `case when "verdict" in ('disputed', 'refuted') then "verdict" else "confidence" end`

const SUBJECT_COLOR = '0,114,178,255'

type Shape = Exclude<LayerGeometry, null>
/** Type of the symbols of a layer. QGIS draws each type of geometry with another class. */
type SymbolType = 'marker' | 'line' | 'fill'

/**
 * Creates a QGIS style (QML): georeferences colored by their confidence, or by their verdict if it is disputed, or hollow if
 * it is refuted; and points as arrows in their direction, or as circles where it is unknown.
 */
export function createStyle(layer: LayerName, geometry: Shape): string {
  const renderer =
    layer === 'subjects'
      ? createSubjectRenderer()
      : createGeoreferenceRenderer(toSymbolType(geometry))
  return `<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>\n<qgis version="3.22.0" styleCategories="Symbology">${renderer}</qgis>\n`
}

function toSymbolType(geometry: Shape): SymbolType {
  if (geometry === 'Point') return 'marker'
  return geometry === 'LineString' ? 'line' : 'fill'
}

function createGeoreferenceRenderer(type: SymbolType): string {
  const levels = Object.entries(GEOREFERENCE_COLORS)
  const categories = levels.map(
    ([level], index) =>
      `<category render="true" symbol="${index}" value="${level}" label="${level}"/>`,
  )
  const dynamic = type === 'marker' ? ARROW : ''
  const symbols = levels.map(([level, color], index) => {
    const symbol = SYMBOLS[type](color)
    const hollow = level === 'refuted' ? HOLLOW[type](color) : {}
    const properties = { ...symbol.properties, ...hollow }
    return createSymbol(String(index), { ...symbol, properties, dynamic })
  })
  return `<renderer-v2 type="categorizedSymbol" attr="${escapeQuotes(CATEGORY)}" forceraster="0" enableorderby="0" symbollevels="0"><categories>${categories.join('')}</categories><symbols>${symbols.join('')}</symbols></renderer-v2>`
}

/** Outlines of subjects are areas, lines and points, so that rules choose the symbol. */
function createSubjectRenderer(): string {
  const kinds = [
    ['Polygon', 'fill'],
    ['Line', 'line'],
    ['Point', 'marker'],
  ] as const
  const rules = kinds.map(
    ([kind], index) =>
      `<rule key="{${kind}}" symbol="${index}" label="${kind}" filter="geometry_type($geometry) = '${kind}'"/>`,
  )
  const symbols = kinds.map(([, type], index) =>
    createSymbol(String(index), SYMBOLS[type](SUBJECT_COLOR)),
  )
  return `<renderer-v2 type="RuleRenderer" forceraster="0" enableorderby="0" symbollevels="0"><rules key="{rules}">${rules.join('')}</rules><symbols>${symbols.join('')}</symbols></renderer-v2>`
}

interface Symbol {
  type: SymbolType
  class: string
  properties: Readonly<Record<string, string>>
  /** Properties that depend on the row, as XML. */
  dynamic?: string
}

const SYMBOLS: Record<SymbolType, (color: string) => Symbol> = {
  marker: (color) => ({
    type: 'marker',
    class: 'SimpleMarker',
    properties: {
      name: 'circle',
      color,
      outline_color: '255,255,255,255',
      outline_style: 'solid',
      outline_width: '0.2',
      size: '4',
      angle: '0',
    },
  }),
  line: (color) => ({
    type: 'line',
    class: 'SimpleLine',
    properties: { line_color: color, line_style: 'solid', line_width: '0.4' },
  }),
  fill: (color) => ({
    type: 'fill',
    class: 'SimpleFill',
    properties: {
      color: color.replace(/255$/v, '64'),
      style: 'solid',
      outline_color: color,
      outline_style: 'solid',
      outline_width: '0.3',
    },
  }),
}

/** Properties of hollow symbols; lines are dashed. */
const HOLLOW: Record<SymbolType, (color: string) => Symbol['properties']> = {
  marker: (color) => ({ color: '255,255,255,0', outline_color: color, outline_width: '0.4' }),
  line: () => ({ line_style: 'dash' }),
  fill: () => ({ style: 'no', outline_style: 'dash' }),
}

function createSymbol(name: string, symbol: Symbol): string {
  const { type, class: symbolClass, properties, dynamic = '' } = symbol
  return `<symbol name="${name}" type="${type}" alpha="1" clip_to_extent="1" force_rhr="0"><layer class="${symbolClass}" enabled="1" locked="0" pass="0">${formatProperties(properties)}${dynamic}</layer></symbol>`
}

function formatProperties(properties: Readonly<Record<string, string>>): string {
  return Object.entries(properties)
    .map(([key, value]) => `<prop k="${key}" v="${value}"/>`)
    .join('')
}

/** Turns a marker into an arrow in the direction of the camera. Types of QGIS's properties: 2 is a field, 3 an expression. */
const ARROW = `<data_defined_properties><Option type="Map"><Option name="name" type="QString" value=""/><Option name="properties" type="Map">${[
  createProperty('angle', 'field', 'direction', 2),
  createProperty('name', 'expression', "if(\"direction\" is null, 'circle', 'arrow')", 3),
].join(
  '',
)}</Option><Option name="type" type="QString" value="collection"/></Option></data_defined_properties>`

function createProperty(name: string, kind: 'field' | 'expression', value: string, type: number) {
  return `<Option name="${name}" type="Map"><Option name="active" type="bool" value="true"/><Option name="${kind}" type="QString" value="${escapeQuotes(value)}"/><Option name="type" type="int" value="${type}"/></Option>`
}

function escapeQuotes(expression: string): string {
  return expression.replaceAll('"', '&quot;')
}
