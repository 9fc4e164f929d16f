import { inTransaction } from '#kernel/db.ts'
import { daysBefore, type Demo, type DemoPart } from '#kernel/demo.ts'
import { uploadPicture } from '#features/writing/uploads/uploads.demo.ts'
import { saveDetails } from './article-details.store.ts'
import { coverOf } from './covers.ts'
import { NewPost } from './new-posts.contract.ts'
import { postRendered, postSaved } from './posts.events.ts'
import { type DemoText, readDemoTexts } from './demo-texts.demo.ts'
import { backdatePost, createPost } from './posts.store.ts'

export interface DemoPost {
  id: number
  memberId: number
  title: string | null
  content: string
  categoryId: number
  createdAt: Date
  isLongForm: boolean
}

declare module '#kernel/demo.ts' {
  interface Demo {
    /** The posts created so far, oldest first. */
    posts: DemoPost[]
  }
}

/** Creates sixty short posts and twelve articles from the last four months, with pictures. */
export const postsDemo: DemoPart = async (demo) => {
  for (const text of await readDemoTexts()) demo.posts.push(await publish(demo, text))
}

async function publish(demo: Demo, { author, daysAgo, ...text }: DemoText): Promise<DemoPost> {
  const { db, markdown } = demo.ctx
  const member = demo.members.find(({ username }) => username === author)
  if (!member) throw new Error(`The demo has no member ${author}`)
  const createdAt = daysBefore(demo, daysAgo)
  const upload = (name: string) => uploadPicture(demo, member, { bucket: 'post-images', name })
  const content = await withPictures(text.content, upload)
  const cover = text.cover && { ...text.cover, url: await upload(text.cover.url) }
  const post = NewPost.parse({ ...text, content, cover })
  const rendered = await markdown.render(content, { isArticle: post.isLongForm, hasHashtags: true })
  const id = await inTransaction(db, async (db) => {
    const { id } = await createPost(db, member, post, rendered)
    await saveDetails(
      db,
      id,
      { ...post, cover: await coverOf({ markdown }, post.cover) },
      { isExact: false, isNew: true },
    )
    await backdatePost(db, id, createdAt)
    await demo.ctx.emit(db, postSaved, { id, input: post, rendered, isNew: true })
    await demo.ctx.emit(db, postRendered, { id, content, hashtags: rendered.hashtags })
    return id
  })
  const { title, categoryId, isLongForm } = text
  return { id, memberId: member.id, title, content, categoryId, createdAt, isLongForm }
}

/** Uploads the pictures in the text and replaces each `name.webp` in `![…](name.webp)` with the picture's URL. */
async function withPictures(content: string, upload: (name: string) => Promise<string>): Promise<string> {
  let settled = content
  for (const [, name] of content.matchAll(/\]\(([\w-]+\.webp)\)/g)) {
    const address = await upload(name!)
    settled = settled.replace(`](${name})`, () => `](${address})`)
  }
  return settled
}
