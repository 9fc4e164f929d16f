import fs from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'vite'
import type { SourceFile } from './boundaries.ts'

/** A table and the folders that use it: `features/writing/posts`, `providers/mail`, or `kernel`. */
export interface Table {
  name: string
  /** The table's views. Using one of its views counts as using the table. */
  views: string[]
  owner: string | null
  /** The folders whose stores write to the table. */
  writers: string[]
  /** The folders whose stores read the table or one of its views. */
  readers: string[]
  /** The folders whose stores read the table itself. */
  directReaders: string[]
  /** The triggers that write to the table, each with the table that fires it: `search_new_post on all_posts`. */
  triggers: string[]
}

/** The owners of tables that no store writes to, because triggers, migrations, or the job queue itself do. */
const ownersWithoutStore: Readonly<Record<string, string>> = {
  comment_counts: 'features/conversation/comments',
  'graphile_worker._private_tasks': 'kernel',
  liked_post_totals: 'features/writing/posts',
  livestream_links: 'features/work/projects',
  member_post_counts: 'features/writing/posts',
  member_totals: 'features/people/profiles',
  moderation_counts: 'features/conversation/moderation-queue',
  moderation_totals: 'features/conversation/moderation-queue',
  post_categories: 'features/writing/categories',
  post_links: 'features/work/projects',
  post_months: 'features/writing/posts',
  search_members: 'features/discovery/search',
  search_posts: 'features/discovery/search',
  search_projects: 'features/discovery/search',
  webmention_counts: 'features/conversation/webmentions',
}

const root = path.resolve(import.meta.dirname, '..')

/** Returns this checkout's tables. */
export function siteTables(): Table[] {
  const read = (pattern: string): SourceFile[] =>
    fs.globSync(pattern, { cwd: root }).map((name) => ({
      path: name.split(path.sep).join('/'),
      text: fs.readFileSync(path.join(root, name), 'utf8'),
    }))
  return tablesOf(read('migrations/*.sql'), read('src/**/*.store.ts'))
}

/** Returns the tables that migrations create and the job queue's tables that stores use, sorted by name. */
export function tablesOf(migrations: readonly SourceFile[], stores: readonly SourceFile[]): Table[] {
  const schema = schemaOf(migrations.toSorted((a, b) => (a.path < b.path ? -1 : 1)))
  const used = stores.map((store) => ({ user: userOf(store.path), ...usesOf(sqlIn(store), schema) }))
  const usersOf = (name: string, kind: keyof Uses) =>
    [...new Set(used.filter((uses) => uses[kind].has(name)).map(({ user }) => user))].toSorted()
  const names = new Set(schema.tables)
  for (const { reads, writes } of used) for (const name of [...reads, ...writes]) names.add(name)
  return [...names].toSorted().map((name) => {
    const writers = usersOf(name, 'writes')
    return {
      name,
      views: [...schema.views].filter(([, table]) => table === name).map(([view]) => view),
      owner: writers[0] ?? ownersWithoutStore[name] ?? null,
      writers,
      readers: usersOf(name, 'reads'),
      directReaders: usersOf(name, 'readsDirectly'),
      triggers: schema.triggers.filter(({ writes }) => writes.has(name)).map(({ title }) => title),
    }
  })
}

/** Returns one sentence for each table that does not have exactly one owner. */
export const ownerFaults = (tables: readonly Table[]): string[] =>
  tables.flatMap(({ name, owner, writers }) => {
    if (writers.length > 1) return [`${name} is written by ${writers.join(' and ')}`]
    if (!owner) return [`${name} has no owner`]
    return writers.length > 0 && name in ownersWithoutStore ? [`${name} needs no entry in ownersWithoutStore`] : []
  })

/** A table that is read by more features than this must have views. */
const maxReaders = 5

/** Returns one sentence for each feature that reads a widely used table directly instead of through a view. */
export const viewFaults = (tables: readonly Table[]): string[] =>
  tables.flatMap(({ name, owner, readers, directReaders, views }) => {
    const others = readers.filter((reader) => reader !== owner)
    if (others.length <= maxReaders) return []
    const ways = views.length > 0 ? `one of its views (${views.join(', ')})` : 'a view of its owner'
    return directReaders
      .filter((reader) => reader !== owner)
      .map((reader) => `${reader} must read ${ways} instead of ${name}, which ${others.length} features read`)
  })

const userOf = (store: string): string => /^src\/((?:features\/[^/]+|providers)\/[^/]+|[^/]+)/.exec(store)![1]!

/** Returns the SQL in the file's template literals, with `$` for each value and nested fragment. */
function sqlIn(file: SourceFile): string[] {
  const found: string[] = []
  new Visitor({
    TemplateLiteral: ({ quasis }) => void found.push(quasis.map(({ value }) => value.cooked ?? '').join('$')),
  }).visit(parseSync(file.path, file.text).program)
  return found
}

interface Uses {
  reads: Set<string>
  /** Excludes reads through views. */
  readsDirectly: Set<string>
  writes: Set<string>
}

interface Schema {
  tables: Set<string>
  /** Each view, with the first table that it selects from. */
  views: Map<string, string>
  triggers: { title: string; writes: Set<string> }[]
}

const comment = /--[^\n]*|('(?:[^']|'')*'|\$\$.*?\$\$)/gs
const statement = /(?:'(?:[^']|'')*'|\$\$.*?\$\$|[^;'])+/gs
const definitions = [
  /^create\s+(?:unlogged\s+|temporary\s+)?table\s+(?<table>\w+)/,
  /^drop\s+table\s+(?<droppedTable>\w+)/,
  /^alter\s+table\s+(?<renamed>\w+)\s+rename\s+to\s+(?<newName>\w+)/,
  /^create\s+(?:or\s+replace\s+)?view\s+(?<view>\w+)\s.*?\bfrom\s+(?<source>\w+)/s,
  /^create\s+(?:or\s+replace\s+)?function\s+(?<called>\w+)\(.*?\$\$(?<body>.*)\$\$/s,
  /^create\s+trigger\s+(?<trigger>\w+)\s.*?\bon\s+(?<on>\w+)\s.*\bexecute\s+function\s+(?<calls>\w+)/s,
  /^drop\s+trigger\s+(?<droppedTrigger>\w+)/,
]

function schemaOf(migrations: readonly SourceFile[]): Schema {
  const tables = new Set<string>()
  const views = new Map<string, string>()
  const bodies = new Map<string, string>()
  const fired = new Map<string, { on: string; calls: string }>()
  for (const text of migrations.flatMap((file) => file.text.replace(comment, '$1').match(statement) ?? [])) {
    const definition = definitions.map((pattern) => pattern.exec(text.trim())).find(Boolean)
    const { table, droppedTable, renamed, newName, view, source, called, body, trigger, on, calls, droppedTrigger } =
      definition?.groups ?? {}
    if (table) tables.add(table)
    if (droppedTable) tables.delete(droppedTable)
    if (renamed && newName) {
      tables.delete(renamed)
      tables.add(newName)
      for (const one of fired.values()) if (one.on === renamed) one.on = newName
    }
    if (view && source) views.set(view, source)
    if (called && body) bodies.set(called, body)
    if (trigger && on && calls) fired.set(trigger, { on, calls })
    if (droppedTrigger) fired.delete(droppedTrigger)
  }
  const triggers = [...fired].map(([name, { on, calls }]) => ({
    title: `${name} on ${on}`,
    writes: usesOf(bodiesOf(calls, bodies), { tables, views }).writes,
  }))
  return { tables, views, triggers }
}

/** Returns the bodies of the function and of all functions that it calls. */
function bodiesOf(name: string, bodies: ReadonlyMap<string, string>): string[] {
  const called = new Set([name])
  for (const one of called)
    for (const [, other] of (bodies.get(one) ?? '').matchAll(/\b(\w+)\(/g)) if (bodies.has(other!)) called.add(other!)
  return [...called].map((one) => bodies.get(one) ?? '')
}

const token = /--[^\n]*|\/\*.*?\*\/|'(?:[^']|'')*'|"[^"]*"|[a-z_][\w.]*|\S/gs
const readsNext = /^(?:from|join|using)$/
const endOfFrom =
  /^(?:where|group|order|limit|offset|having|window|set|values|returning|union|except|intersect|select|for)$/
/** The words that precede an `update` that does not start a statement. */
const notUpdating = /^(?:for|key|do|on|or|after|before)$/

/** What the parser expects next: the first word, a table, more of the from clause, or something else. */
type Place = 'start' | 'table' | 'from' | 'other'

/** Finds tables by their position in a statement or fragment. */
function usesOf(texts: readonly string[], { tables, views }: Pick<Schema, 'tables' | 'views'>): Uses {
  const uses: Uses = { reads: new Set(), readsDirectly: new Set(), writes: new Set() }
  for (const text of texts) {
    const tokens = (text.toLowerCase().match(token) ?? []).filter((one) => !/^(?:--|\/\*|')/.test(one))
    const commonTables = commonTablesIn(tokens)
    const note = (kind: 'reads' | 'writes', name: string) => {
      const table = views.get(name) ?? name
      const isTable = tables.has(table) || table.startsWith('graphile_worker.')
      if (!isTable || commonTables.has(name)) return
      uses[kind].add(table)
      if (kind === 'reads' && name === table) uses.readsDirectly.add(table)
    }
    const outer: Place[] = []
    let place: Place = 'start'
    for (const [index, word] of tokens.entries()) {
      const target = writtenAt(tokens, index)
      if (target) {
        note('writes', target)
        place = 'other'
      } else if (word === '(') {
        outer.push(place === 'table' ? 'from' : place)
        if (place !== 'table') place = 'other'
      } else if (word === ')') place = outer.pop() ?? 'other'
      else if (word === ',') place = place === 'from' ? 'table' : place
      else if (readsNext.test(word) && tokens[index - 1] !== 'distinct') place = 'table'
      else if (endOfFrom.test(word)) place = 'other'
      else if (place === 'start' || (place === 'table' && word !== 'only' && word !== 'lateral')) {
        if (tokens[index + 1] !== '(') note('reads', word)
        place = place === 'start' ? 'other' : 'from'
      }
    }
  }
  return uses
}

/** Returns the table written by the statement that starts at this token or the previous one, if any. */
function writtenAt(tokens: readonly string[], index: number): string | undefined {
  const [before = '', word = '', ...after] = [tokens[index - 1], ...tokens.slice(index, index + 3)]
  const isWriting =
    word === 'truncate' ||
    (word === 'update' && !notUpdating.test(before)) ||
    (word === 'into' && /^(?:insert|merge)$/.test(before)) ||
    (word === 'from' && before === 'delete')
  return isWriting ? after.find((one) => one !== 'only' && one !== 'table') : undefined
}

/** Returns the names of the common table expressions. */
function commonTablesIn(tokens: readonly string[]): Set<string> {
  const text = tokens.join(' ')
  const found = text.matchAll(/(?:\bwith|\brecursive|,) (\w+) (?:\( [\w ,]+ \) )?as (?:not )?(?:materialized )?\(/g)
  return new Set([...found].map(([, name]) => name!))
}
