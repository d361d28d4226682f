/** Code of EPSG, and id in `gpkg_spatial_ref_sys`. */
export const WGS_84 = 4326

const WGS_84_WKT =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AUTHORITY["EPSG","4326"]]'

/** "GPKG", and version 1.3 of the standard. */
export const APPLICATION_ID = 0x47_50_4b_47
export const USER_VERSION = 10_300

/** The tables that every GeoPackage has (OGC 12-128r18, annex C). */
export const BASE_TABLES = `
create table gpkg_spatial_ref_sys (
  srs_name text not null,
  srs_id integer not null primary key,
  organization text not null,
  organization_coordsys_id integer not null,
  definition text not null,
  description text
);
insert into gpkg_spatial_ref_sys values
  ('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined Cartesian coordinate reference system'),
  ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system'),
  ('WGS 84 geodetic', ${WGS_84}, 'EPSG', ${WGS_84}, '${WGS_84_WKT}', 'longitude/latitude coordinates in decimal degrees on the WGS 84 spheroid');
create table gpkg_contents (
  table_name text not null primary key,
  data_type text not null,
  identifier text unique,
  description text default '',
  last_change datetime not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  min_x double,
  min_y double,
  max_x double,
  max_y double,
  srs_id integer,
  constraint fk_gc_r_srs_id foreign key (srs_id) references gpkg_spatial_ref_sys(srs_id)
);
create table gpkg_geometry_columns (
  table_name text not null,
  column_name text not null,
  geometry_type_name text not null,
  srs_id integer not null,
  z tinyint not null,
  m tinyint not null,
  constraint pk_geom_cols primary key (table_name, column_name),
  constraint uk_gc_table_name unique (table_name),
  constraint fk_gc_tn foreign key (table_name) references gpkg_contents(table_name),
  constraint fk_gc_srs foreign key (srs_id) references gpkg_spatial_ref_sys(srs_id)
);
create table gpkg_extensions (
  table_name text,
  column_name text,
  extension_name text not null,
  definition text not null,
  scope text not null,
  constraint ge_tce unique (table_name, column_name, extension_name)
);
`

/** Table in which QGIS looks for styles. */
export const STYLE_TABLE = `
create table layer_styles (
  id integer primary key autoincrement,
  f_table_catalog text(256),
  f_table_schema text(256),
  f_table_name text(256),
  f_geometry_column text(256),
  styleName text(30),
  styleQML text,
  styleSLD text,
  useAsDefault boolean,
  description text,
  owner text(30),
  ui text(30),
  update_time datetime default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
);
`

/**
 * The triggers that keep a spatial index right when another program edits the layer (annex F.3). They call functions of
 * that program, so they can only be created after the rows are written.
 */
export function createIndexTriggers(table: string): string {
  const index = `rtree_${table}_geom`
  const box = 'st_minx(new.geom), st_maxx(new.geom), st_miny(new.geom), st_maxy(new.geom)'
  const isShape = 'new.geom not null and not st_isempty(new.geom)'
  const isNoShape = '(new.geom isnull or st_isempty(new.geom))'
  const store = `insert or replace into "${index}" values (new.fid, ${box});`
  const remove = `delete from "${index}" where id = old.fid;`
  return `
create trigger "${index}_insert" after insert on "${table}" when (${isShape}) begin ${store} end;
create trigger "${index}_update1" after update of geom on "${table}" when old.fid = new.fid and (${isShape}) begin ${store} end;
create trigger "${index}_update2" after update of geom on "${table}" when old.fid = new.fid and ${isNoShape} begin ${remove} end;
create trigger "${index}_update3" after update on "${table}" when old.fid != new.fid and (${isShape}) begin ${remove} ${store} end;
create trigger "${index}_update4" after update on "${table}" when old.fid != new.fid and ${isNoShape} begin delete from "${index}" where id in (old.fid, new.fid); end;
create trigger "${index}_delete" after delete on "${table}" when old.geom not null begin ${remove} end;
`
}
