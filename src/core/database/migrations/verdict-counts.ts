import { runStatements } from './run-statements.ts'
import type { SchemaChange } from './schema-change.ts'

const POINTS = { current: 'point_current', all: 'georeference' }
const AREAS = { current: 'area_current', all: 'from_above_georeference' }
type Kind = typeof POINTS
const KINDS = [POINTS, AREAS]

/** The triggers that write these tables, by the end of their names. */
const REPLACED = [
  'added',
  'changed',
  'removed',
  'validated',
  'validation_moved',
  'validation_removed',
  'image_changed',
]

const triggersToReplace = KINDS.flatMap(({ current }) =>
  REPLACED.map((name) => `${current}_${name}`),
)

/** Counts the validations of the newest georeferences that are correct, and those that are incorrect. */
export const verdictCounts: SchemaChange = {
  common: () => ({
    tables: KINDS.map(
      (kind) => `
alter table ${kind.current} add column correct_count integer not null default 0;
alter table ${kind.current} add column incorrect_count integer not null default 0;
update ${kind.current}
  set correct_count = ${count(kind, `${kind.current}.id`, 'correct')},
    incorrect_count = ${count(kind, `${kind.current}.id`, 'incorrect')}
  where validation_count > 0;
`,
    ),
    triggers: KINDS.flatMap(createTriggers),
  }),
  sqlite: {
    before: (db) =>
      runStatements(
        db,
        triggersToReplace.map((name) => `drop trigger ${name}`),
      ),
  },
  postgres: {
    before: (db) =>
      runStatements(
        db,
        triggersToReplace.map((name) => `drop function ${name}() cascade`),
      ),
  },
}

function createTriggers(kind: Kind): string[] {
  const { current, all } = kind
  const create = (name: string, event: string, statements: string) =>
    `create trigger ${current}_${name} after ${event} begin ${statements} end`
  return [
    create('added', `insert on ${all}`, replaceCurrent(kind, 'new.image_id')),
    create(
      'changed',
      `update on ${all}`,
      replaceCurrent(kind, 'old.image_id') + replaceCurrent(kind, 'new.image_id'),
    ),
    create('removed', `delete on ${all}`, replaceCurrent(kind, 'old.image_id')),
    create('validated', 'insert on validation', recount(kind, 'new')),
    create(
      'validation_moved',
      `update of ${all}_id, validation on validation`,
      recount(kind, 'old') + recount(kind, 'new'),
    ),
    create('validation_removed', 'delete on validation', recount(kind, 'old')),
    create(
      'image_changed',
      'update of collection_id, from_above, duplicate_of, fuzzy_from, fuzzy_to on image',
      replaceCurrent(kind, 'new.id'),
    ),
  ]
}

function replaceCurrent(kind: Kind, image: string): string {
  const { current, all } = kind
  const isPoint = kind === POINTS
  return `
    delete from ${current} where image_id = ${image};
    insert into ${current} (
      id, image_id, ${isPoint ? 'latitude, longitude, direction, from_above,' : ''}
      created_at, confidence, validation_count, correct_count, incorrect_count,
      user_id, collection_id, fuzzy_from, fuzzy_to
    )
    select made.id, made.image_id,
      ${isPoint ? 'made.latitude, made.longitude, made.direction, image.from_above,' : ''}
      made.created_at,
      case made.confidence when 'low' then 1 when 'medium' then 2 else 3 end,
      ${count(kind, 'made.id')}, ${count(kind, 'made.id', 'correct')},
      ${count(kind, 'made.id', 'incorrect')},
      made.user_id, image.collection_id, image.fuzzy_from, image.fuzzy_to
    from ${all} as made join image on image.id = made.image_id
    where made.image_id = ${image} and image.duplicate_of is null
      ${isPoint ? '' : 'and image.from_above = 1'}
    order by made.created_at desc, made.id desc limit 1;`
}

function recount(kind: Kind, row: 'old' | 'new'): string {
  const id = `${row}.${kind.all}_id`
  return `
    update ${kind.current}
    set validation_count = ${count(kind, id)},
      correct_count = ${count(kind, id, 'correct')},
      incorrect_count = ${count(kind, id, 'incorrect')}
    where id = ${id};`
}

/** The number of validations of a georeference, of one verdict if it is given. */
function count({ all }: Kind, id: string, validation?: 'correct' | 'incorrect'): string {
  const condition = validation ? ` and validation = '${validation}'` : ''
  return `(select count(*) from validation where ${all}_id = ${id}${condition})`
}
