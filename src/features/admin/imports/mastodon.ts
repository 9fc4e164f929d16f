import { t } from '#messages/messages.ts'
import * as z from 'zod/mini'
import { documentOf } from './html-to-markdown.ts'
import { attributeOf } from './html-parts.ts'
import { audienceOf, contentOf, Note, toldTime } from './mastodon-notes.ts'
import { maxPictureBytes } from './picture-files.ts'
import { readText, reasonOf, type SourceFiles } from './source-files.ts'
import { localPath } from './source-links.ts'
import { type SourcePost, type SourceProfile, type SourceSite, SourceError, storable } from './source-site.ts'
import { type ThreadPart, threadsOf } from './threads.ts'
import { orElse } from './or-else.ts'

const outbox = 'outbox.json'
const maxJsonBytes = 256 * 1024 * 1024

const Outbox = z.object({ orderedItems: z.array(z.unknown()) })
const Activity = z.object({ type: z.string(), object: z.unknown() })
const text = orElse(z.nullish(z.string()), null)
const Actor = z.object({
  id: z.string(),
  summary: text,
  icon: orElse(z.nullish(z.object({ url: z.string() })), null),
  attachment: orElse(z.array(z.object({ name: z.string(), value: z.string() })), []),
})
type Actor = z.infer<typeof Actor>

interface Part extends ThreadPart {
  note: Note
  isUnlisted: boolean
}

/** Reads a Mastodon archive: the public posts in `outbox.json` with their pictures. Returns null for other files.
 *  Source: Mastodon, app/services/backup_service.rb. */
export async function readMastodonArchive(files: SourceFiles): Promise<SourceSite | null> {
  if (!files.names.includes(outbox)) return null
  const collection = Outbox.safeParse(parsed(await readText(files, outbox, maxJsonBytes)))
  if (!collection.success) throw new SourceError(t('{outbox} is not a list of Mastodon posts.', { outbox }))
  const actor = Actor.safeParse(parsed(await readText(files, 'actor.json', maxJsonBytes).catch(() => '{}'))).data
  const site: SourceSite = {
    kind: 'Mastodon',
    posts: [],
    refused: [],
    pictureAt: picturesOf(files),
    origin: actor ? (URL.parse(actor.id)?.origin ?? null) : null,
    ...(actor && { profile: profileOf(actor) }),
  }
  const { parts, boosts, hidden } = partsOf(collection.data.orderedItems, site)
  const { threads, repliesToOthers } = threadsOf(parts, (id) => actor !== undefined && id.startsWith(`${actor.id}/`))
  for (const thread of threads) {
    try {
      site.posts.push(postOf(thread))
    } catch (reason) {
      site.refused.push({ key: thread[0].id, why: reasonOf(reason) })
    }
  }
  site.notes = [
    ...(hidden > 0
      ? [t('not imported: posts visible only to followers or mentioned people ({count})', { count: hidden })]
      : []),
    ...(repliesToOthers > 0 ? [t('not imported: replies to others ({count})', { count: repliesToOthers })] : []),
    ...(boosts > 0 ? [t('not imported: boosts ({count})', { count: boosts })] : []),
  ]
  return site
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (reason) {
    throw new SourceError(t('The archive contains invalid JSON. It may be damaged or incomplete.'), { cause: reason })
  }
}

function partsOf(items: unknown[], site: SourceSite): { parts: Part[]; boosts: number; hidden: number } {
  const found = { parts: [] as Part[], boosts: 0, hidden: 0 }
  for (const [index, item] of items.entries()) {
    const { data: activity } = Activity.safeParse(item)
    const { data: note } = Note.safeParse(activity?.object)
    const audience = note && audienceOf(note)
    if (activity?.type === 'Announce') found.boosts++
    else if (activity?.type !== 'Create' || !note)
      site.refused.push({
        key: t('{name}, item {number}', { name: outbox, number: index + 1 }),
        why: t('it is not a post'),
      })
    else if (audience === 'hidden') found.hidden++
    else
      found.parts.push({
        id: note.id,
        replyTo: note.inReplyTo ?? null,
        createdAt: toldTime(note),
        note,
        isUnlisted: audience === 'unlisted',
      })
  }
  return found
}

function postOf(thread: [Part, ...Part[]]): SourcePost {
  const [{ id, createdAt, isUnlisted }] = thread
  const contents = thread.map(({ note }) => contentOf(note))
  return {
    key: id,
    title: '',
    content: contents.map(({ markdown }) => markdown).join('\n\n'),
    createdAt,
    isDraft: false,
    categories: thread.flatMap(({ note }) =>
      note.tag.flatMap(({ type, name }) => (type === 'Hashtag' && name ? [name] : [])),
    ),
    addresses: thread.flatMap(({ note }) => [...new Set([note.url ?? note.id, note.id])]),
    base: '/',
    isLongForm: false,
    ...(isUnlisted && { isUnlisted }),
    notes: [...(createdAt ? [] : [t('its date is invalid')]), ...contents.flatMap(({ left }) => left)],
  }
}

/** Finds pictures by the part of the path that is the same in all of Mastodon's storage layouts. */
function picturesOf({ names, read }: SourceFiles): SourceSite['pictureAt'] {
  const byPath = new Map(names.map((name) => [sharedPath(name), name]))
  return async (url) => {
    const name = byPath.get(sharedPath(localPath(url) ?? ''))
    return name === undefined ? null : read(name, maxPictureBytes)
  }
}

const sharedPath = (path: string): string => /media_attachments\/.*/.exec(path)?.[0] ?? path.replace(/^\/+/, '')

/** Omits the display name, so that the member keeps theirs. */
function profileOf({ summary, icon, attachment }: Actor): SourceProfile {
  return {
    displayName: '',
    title: '',
    bio: plainText(summary ?? '').slice(0, 2000),
    profileImage: icon?.url ?? '',
    githubUsername: '',
    skills: [],
    links: attachment.flatMap(({ name, value }) => {
      const url = hrefIn(value)
      return url ? [{ label: storable(name), url }] : []
    }),
  }
}

function plainText(html: string): string {
  const { body } = documentOf(storable(html.replaceAll(/<br\s*\/?>/gi, '\n').replaceAll(/<\/p>\s*<p>/gi, '\n\n')))
  return body.textContent?.trim() ?? ''
}

const hrefIn = (html: string): string => attributeOf(documentOf(html).querySelector('a'), 'href')
