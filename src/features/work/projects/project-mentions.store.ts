import { type Db, many, sql } from '#kernel/db.ts'
import type { Section } from '#schemas/sections.contract.ts'
import { projectAddress } from './project-addresses.contract.ts'
import { type MentioningPost, type MentioningStream, type Project, type ProjectMentions } from './projects.contract.ts'

const maxMentions = 20

interface Site {
  db: Db
  /** Used to match links that contain the project page's full URL. */
  siteUrl: string
  siteSettings: { isOn: (section: Section) => boolean }
}

/** Lists posts and livestreams that link to the project's page, deployment, or repository, newest first. */
export async function listProjectMentions(
  { db, siteUrl, siteSettings }: Site,
  project: Project,
): Promise<ProjectMentions> {
  const [posts, streams] = await Promise.all([
    many<Dated<MentioningPost>>(db)`${projectPostsQuery(project)}`,
    siteSettings.isOn('live') ? many<Dated<MentioningStream>>(db)`${projectStreamsQuery(project, siteUrl)}` : null,
  ])
  return { posts: posts.map(withTime), streams: streams?.map(withTime) ?? [] }
}

type Dated<T> = Omit<T, 'createdAt'> & { createdAt: Date }
const withTime = <T extends { createdAt: Date }>(row: T) => ({ ...row, createdAt: row.createdAt.toISOString() })

const addressesOf = ({ id, deploymentUrl, githubUrl }: Project) =>
  [projectAddress.href({ id }), deploymentUrl, githubUrl].filter(Boolean)

const keysOf = (addresses: string[]) => sql`(select link_key(address) from unnest(${addresses}::text[]) address)`

const user = sql`
  json_build_object('id', members.id, 'username', username, 'displayName', display_name, 'profileImage',
    profile_image) as user`

export const projectPostsQuery = (project: Project) => sql`
  select posts.id, posts.slug, posts.title, excerpt, posts.created_at as "createdAt", ${user}
  from posts join authors as members on members.id = posts.member_id
  where posts.id in (select post_id from post_links where key in ${keysOf(addressesOf(project))})
  order by posts.created_at desc, posts.id desc limit ${sql.lit(maxMentions)}`

export const projectStreamsQuery = (project: Project, siteUrl: string) => sql`
  select streams.id, streams.title, streams.created_at as "createdAt", ${user}
  from livestreams streams join authors as members on members.id = streams.member_id
  where is_public and streams.id in (
    select livestream_id from livestream_links
    where key in ${keysOf([siteUrl + projectAddress.href({ id: project.id }), ...addressesOf(project)])})
  order by streams.created_at desc, streams.id desc limit ${sql.lit(maxMentions)}`
