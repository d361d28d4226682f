/**
 * How often each subject and each contributor occurs in each collection, so that counting for whoever
 * asks is adding up over the collections that they see.
 */
export const tallies = `
create table subject_tally (
  subject_id integer not null,
  collection_id integer not null,
  images integer not null,
  primary key (subject_id, collection_id)
) strict, without rowid;

create table user_tally (
  user_id integer not null,
  collection_id integer not null,
  points integer not null default 0,
  areas integer not null default 0,
  primary key (user_id, collection_id)
) strict, without rowid;
`

interface Counted {
  tally: string
  /** Who or what is counted. */
  whose: string
  column: string
  /** One row of this counts one. */
  rows: string
}

const COUNTED: readonly Counted[] = [
  { tally: 'subject_tally', whose: 'subject_id', column: 'images', rows: 'image_subject' },
  { tally: 'user_tally', whose: 'user_id', column: 'points', rows: 'georeference' },
  { tally: 'user_tally', whose: 'user_id', column: 'areas', rows: 'from_above_georeference' },
]

/** Statements that keep the tallies, whoever writes and however. */
export const keepTallies: readonly string[] = [
  ...COUNTED.flatMap((counted) => {
    const { rows, whose } = counted
    return [
      trigger(`${rows}_tallied`, `after insert on ${rows}`, counting(counted, 'new', 1)),
      trigger(`${rows}_untallied`, `after delete on ${rows}`, counting(counted, 'old', -1)),
      trigger(
        `${rows}_tallied_otherwise`,
        `after update of image_id, ${whose} on ${rows}`,
        counting(counted, 'old', -1) + counting(counted, 'new', 1),
      ),
    ]
  }),
  trigger(
    'image_tallied_elsewhere',
    'after update of collection_id on image',
    COUNTED.map((counted) => moving(counted, 'old', -1) + moving(counted, 'new', 1)).join(''),
  ),
  // What goes with an image goes while it can still be asked for its collection.
  trigger(
    'image_untallied',
    'before delete on image',
    COUNTED.map(({ rows }) => `delete from ${rows} where image_id = old.id;`).join(''),
  ),
]

function trigger(name: string, event: string, statements: string): string {
  return `create trigger ${name} ${event} begin ${statements} end`
}

function counting({ tally, whose, column }: Counted, row: 'old' | 'new', by: 1 | -1): string {
  return `
    insert into ${tally} (${whose}, collection_id, ${column})
    select ${row}.${whose}, collection_id, ${by} from image where id = ${row}.image_id
    on conflict do update set ${column} = ${column} + excluded.${column};`
}

function moving({ tally, whose, column, rows }: Counted, row: 'old' | 'new', by: 1 | -1): string {
  return `
    insert into ${tally} (${whose}, collection_id, ${column})
    select ${whose}, ${row}.collection_id, ${by} * count(*) from ${rows} where image_id = new.id
    group by ${whose}
    on conflict do update set ${column} = ${column} + excluded.${column};`
}
