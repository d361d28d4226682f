/** More numbers than an index takes. Such a model is searched without it. */
export const MAX_DIMENSION = 4000

/**
 * Number of neighbors of a vector in the index, and of candidates for them. With the defaults of pgvector, the index
 * missed 3 % of the 20 most similar images of 20,000.
 */
export const INDEX_OPTIONS = 'm = 24, ef_construction = 128'

/** A stored embedding has four bytes for each number, the lowest first, as IEEE 754 defines them. */
const TO_HALFVEC = `
create or replace function embedding_to_halfvec(bytes bytea) returns halfvec
language sql immutable strict parallel safe as $$
  select array_agg(
    (case when b3 > 127 then -1 else 1 end)
      * (fraction + case when exponent = 0 then 0 else 8388608 end)
      * 2.0::float8 ^ (greatest(exponent, 1) - 150)
    order by n
  )::real[]::vector::halfvec
  from (
    select n, b3, (b3 & 127) * 2 + (b2 >> 7) as exponent, ((b2 & 127) << 16) + (b1 << 8) + b0 as fraction
    from (
      select n, get_byte(bytes, n * 4) as b0, get_byte(bytes, n * 4 + 1) as b1,
        get_byte(bytes, n * 4 + 2) as b2, get_byte(bytes, n * 4 + 3) as b3
      from generate_series(0, length(bytes) / 4 - 1) as n
    ) as numbered
  ) as parts
$$`

/** Replaces a table that was left behind when the triggers were dropped. */
const CREATE_TABLE = `
create or replace function create_halfvec_table(model_id bigint, dimension integer) returns void
language plpgsql as $$
begin
  execute format('drop table if exists %I', 'embedding_halfvec_' || model_id);
  execute format('create table %I (image_id bigint primary key, vector halfvec(%s) not null)',
    'embedding_halfvec_' || model_id, dimension);
end $$`

/** The first embedding of a model creates its table. All embeddings of a model have the same length. */
const ADDED = `
create or replace function embedding_halfvec_added() returns trigger language plpgsql as $$
declare
  name constant text := 'embedding_halfvec_' || new.model_id;
  bytes constant bytea := new.vector;
  dimension constant integer := length(bytes) / 4;
begin
  if to_regclass(name) is null and dimension between 1 and ${MAX_DIMENSION} then
    perform create_halfvec_table(new.model_id, dimension);
    execute format('create index %I on %I using hnsw (vector halfvec_ip_ops) with (${INDEX_OPTIONS})',
      name || '_nearest', name);
  end if;
  if exists (
    select from pg_attribute
    where attrelid = to_regclass(name) and attname = 'vector' and atttypmod = dimension
  ) then
    execute format('insert into %I values ($1, embedding_to_halfvec($2))
      on conflict (image_id) do update set vector = excluded.vector', name) using new.image_id, bytes;
  end if;
  return null;
end $$`

const DELETED = `
create or replace function embedding_halfvec_deleted() returns trigger language plpgsql as $$
declare
  name constant text := 'embedding_halfvec_' || old.model_id;
begin
  if to_regclass(name) is not null then
    execute format('delete from %I where image_id = $1', name) using old.image_id;
  end if;
  return null;
end $$`

const MODEL_DELETED = `
create or replace function embedding_halfvec_model_deleted() returns trigger language plpgsql as $$
begin
  execute format('drop table if exists %I', 'embedding_halfvec_' || old.id);
  return null;
end $$`

/** Functions and triggers that let the tables in half precision follow the embeddings. */
export const TRIGGERS = [
  TO_HALFVEC,
  CREATE_TABLE,
  ADDED,
  DELETED,
  MODEL_DELETED,
  `create or replace trigger embedding_halfvec_added after insert on embedding
    for each row execute function embedding_halfvec_added()`,
  `create or replace trigger embedding_halfvec_deleted after delete on embedding
    for each row execute function embedding_halfvec_deleted()`,
  `create or replace trigger embedding_halfvec_model_deleted after delete on embedding_model
    for each row execute function embedding_halfvec_model_deleted()`,
]
