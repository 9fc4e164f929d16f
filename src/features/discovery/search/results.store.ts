import { type Db, many, one } from '#kernel/db.ts'
import type { Category } from '#features/writing/categories/categories.contract.ts'
import type { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'
import type { Match } from './matches.store.ts'
import type { Marked, SearchKind, SearchResult } from './search.contract.ts'
import { highlightEnd, highlightStart, markedBy, snippetOf, toHighlight } from './snippet.contract.ts'

export interface Chosen extends Match {
  kind: SearchKind
}

/** Returns the results for the matches in the given order, with the words highlighted. Skips rows that were deleted in
 *  the meantime. @param words words to highlight, as tsquery strings */
export async function loadResults(
  db: Db,
  matches: Chosen[],
  words: { written: string; others: string },
): Promise<SearchResult[]> {
  const idsOf = (...kinds: SearchKind[]) => matches.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)
  const written = await showWritten(db, idsOf('post', 'article'), words.written)
  const member = await showPeople(db, idsOf('member'), words.others)
  const project = await showProjects(db, idsOf('project'), words.others)
  const shown = { post: written, article: written, member, project }
  return matches.flatMap(({ kind, id }) => shown[kind].get(id) ?? [])
}

type Shown = Map<number, SearchResult>

interface Written {
  id: number
  title: string | null
  text: string
  isLongForm: boolean
  slug: string | null
  createdAt: Date
  user: PublicAuthor
  category: Category
}

async function showWritten(db: Db, ids: number[], words: string): Promise<Shown> {
  if (ids.length === 0) return new Map()
  const rows = await many<Written>(db)`
    select posts.id, posts.title, coalesce(nullif(left(plain_text, ${maxTextLength}), ''), excerpt) as text,
      is_long_form as "isLongForm", posts.slug, posts.created_at as "createdAt",
      json_build_object('id', members.id, 'username', username, 'displayName', members.display_name,
        'profileImage', profile_image) as user,
      json_build_object('id', category_id, 'name', name, 'displayName', categories.display_name, 'color', color)
        as category
    from posts join authors as members on members.id = member_id join categories on categories.id = category_id
    where posts.id = any(${ids}::int[])`
  const stems = stemsOf(words)
  const texts = rows.map(({ title, text }) => [title ?? '', snippetOf(text, stems)] as const)
  const marked = await mark(db, texts.flat(), words)
  return new Map(
    rows.map(({ id, slug, title, isLongForm, createdAt, user, category }, index) => {
      const [shownTitle, snippet] = [marked[index * 2]!, marked[index * 2 + 1]!]
      const kind = isLongForm ? 'article' : 'post'
      const fields = { title: title === null ? null : shownTitle, snippet, user, category }
      return [id, { kind, id, slug, createdAt: createdAt.toISOString(), ...fields }]
    }),
  )
}

/** Number of leading characters that snippets are taken from. Later matches are found but not shown. */
const maxTextLength = 30_000

interface Person extends PublicAuthor {
  title: string
  bio: string
  skills: string[]
}

async function showPeople(db: Db, ids: number[], words: string): Promise<Shown> {
  if (ids.length === 0) return new Map()
  const rows = await many<Person>(db)`
    select id, username, display_name as "displayName", profile_image as "profileImage", title, bio, skills
    from members where id = any(${ids}::int[])`
  const stems = stemsOf(words)
  const texts = rows.map(
    ({ displayName, bio, skills }) => [displayName, snippetOf(aboutOf(bio, skills), stems)] as const,
  )
  const marked = await mark(db, texts.flat(), words)
  return new Map(
    rows.map(({ bio: _bio, skills: _skills, ...user }, index) => {
      const [name, snippet] = [marked[index * 2]!, marked[index * 2 + 1]!]
      return [user.id, { kind: 'member', id: user.id, name, snippet, user }]
    }),
  )
}

const aboutOf = (text: string, words: string[]) => [text.trim(), words.join(', ')].filter(Boolean).join(' · ')

interface Built {
  id: number
  title: string
  description: string
  technologies: string[]
  user: PublicAuthor
}

async function showProjects(db: Db, ids: number[], words: string): Promise<Shown> {
  if (ids.length === 0) return new Map()
  const rows = await many<Built>(db)`
    select projects.id, projects.title, description, technologies,
      json_build_object('id', members.id, 'username', username, 'displayName', display_name, 'profileImage',
        profile_image) as user
    from projects join members on members.id = projects.member_id where projects.id = any(${ids}::int[])`
  const stems = stemsOf(words)
  const texts = rows.map(
    ({ title, description, technologies }) => [title, snippetOf(aboutOf(description, technologies), stems)] as const,
  )
  const marked = await mark(db, texts.flat(), words)
  return new Map(
    rows.map(({ id, user }, index) => {
      const [title, snippet] = [marked[index * 2]!, marked[index * 2 + 1]!]
      return [id, { kind: 'project', id, title, snippet, user }]
    }),
  )
}

/** Extracts the words from a tsquery string. */
const stemsOf = (words: string): string[] => [...words.matchAll(/'([\p{L}\p{N}\p{M}]+)'/gu)].map(([, stem]) => stem!)

async function mark(db: Db, texts: string[], words: string): Promise<Marked[]> {
  const row = await one<{ marked: string[] }>(db)`
    select array(
      select ts_headline('search', text, ${words}::tsquery, ${options})
      from unnest(${texts.map(toHighlight)}::text[]) with ordinality as given (text, at) order by at) as marked`
  return texts.map((text, index) => markedBy(text, row!.marked[index]!))
}

const options = `HighlightAll=true, StartSel=${highlightStart}, StopSel=${highlightEnd}`
