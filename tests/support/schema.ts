import { type Db, many, sql } from '#kernel/db.ts'

const site = sql`relnamespace = 'public'::regnamespace and relname not like 'kysely%'`

/** Describes the columns, constraints, indexes, triggers, views, and functions of the site's schema, one per line,
 *  so that two databases can be compared. Ignores column order, comments, and function layout. */
export async function describeSchema(db: Db): Promise<string[]> {
  const lines = await many<{ line: string }>(db)`
    select concat_ws(' ', 'column', relname, attname, format_type(atttypid, atttypmod), collname,
      case when attnotnull then 'not null' end, attgenerated, attidentity, pg_get_expr(adbin, adrelid)) as line
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      left join pg_collation on pg_collation.oid = attcollation
    where ${site} and relkind in ('r', 'p', 'v')
    union all
    select concat_ws(' ', 'constraint', relname, conname, pg_get_constraintdef(pg_constraint.oid))
    from pg_constraint join pg_class on pg_class.oid = conrelid where ${site}
    union all
    select pg_get_indexdef(indexrelid) from pg_index join pg_class on pg_class.oid = indrelid where ${site}
    union all
    select pg_get_triggerdef(pg_trigger.oid) from pg_trigger join pg_class on pg_class.oid = tgrelid
    where ${site} and not tgisinternal
    union all
    select concat_ws(' ', 'view', relname, pg_get_viewdef(oid)) from pg_class where ${site} and relkind = 'v'
    union all
    select concat_ws(' ', 'options', relname, reloptions::text) from pg_class
    where ${site} and relkind = 'r' and reloptions is not null
    union all
    select pg_get_functiondef(oid) from pg_proc
    where pronamespace = 'public'::regnamespace and prokind in ('f', 'p') and proname <> 'clean_tables'
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`
  return lines.map(({ line }) => line.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ')).toSorted()
}
