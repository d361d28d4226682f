export const embeddings = `
-- The models of which there are embeddings. New pictures are embedded with the one that is wanted; searches use the one
-- that answers. \`enqueued\` is 1 once all images have a job for the wanted model.
create table embedding_model (
  id integer primary key autoincrement,
  key text not null unique,
  name text not null,
  wanted integer not null default 0 check (wanted in (0, 1)),
  answers integer not null default 0 check (answers in (0, 1)),
  enqueued integer not null default 0 check (enqueued in (0, 1))
) strict;
create unique index embedding_model_wanted on embedding_model (wanted) where wanted = 1;
create unique index embedding_model_answering on embedding_model (answers) where answers = 1;

-- An embedding is replaced by a row with a new id, so that a reader asks for the ids after the last one that it knows.
create table embedding (
  id integer primary key autoincrement,
  image_id integer not null references image (id) on delete cascade,
  model_id integer not null references embedding_model (id),
  picture text not null,
  vector blob not null
) strict;
create unique index embedding_of on embedding (image_id, model_id);
-- Leads to the embeddings of a former model, which are deleted in batches.
create index embedding_by_model on embedding (model_id);
`
