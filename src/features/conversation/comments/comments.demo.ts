import type { DemoPart } from '#kernel/demo.ts'
import { renderComment } from '#kernel/markdown/render-comment.ts'
import { addComment, backdateComment } from './comments.store.ts'

/** Comments with the author's reply. */
const threads: [said: string, answered?: string][] = [
  [
    'This saved me an afternoon, thank you. The part about *measuring first* should be on a poster.',
    'Print it! I would.',
  ],
  [
    'Does this hold when there is more than one process? We run four behind a proxy and see something else.',
    'It does, as long as they share the database. What do you see? A trace would help.',
  ],
  ['Small thing: in the second example `await` is missing, so the error goes unhandled.', 'Well spotted, fixed now.'],
  ['I tried the same last year and gave up. Trying again tonight.'],
  [
    'How does it compare with doing it in the database? I would have reached for a view:\n\n```sql\nselect id from posts where not is_hidden\n```',
    'That is what I do now. The view came later than this text.',
  ],
  ['We have used this in production since spring: no surprises, which is the highest praise I know.'],
  ['The figures are convincing, but what was the machine? **Two cores** behave very differently.', 'Two cores it was.'],
  ['Bookmarked. The picture alone explains more than our whole wiki page.'],
]

/** Pending comments by visitors. */
const waiting = [
  ['Tomás', 'https://tomas.example/', 'Is there a feed for only this series? I could not find one.'],
  ['Ines K.', '', 'Lovely read. One question: what happens when the connection drops half-way?'],
] as const

/** Entries in the guestbook, oldest first, with the owner's reply. A visitor's name, or null for a member. */
const guestbook: [visitor: string | null, said: string, answered?: string][] = [
  ['Maja', 'Found this site through a footnote in a conference talk, and read all evening. Greetings from Oslo!'],
  [null, 'You answered a question of mine in 2019. I never said thank you: **thank you**.', 'That made my week.'],
  ['R. Okafor', 'The feed works beautifully in my reader. One of the few I read to the end.'],
  [null, 'Hello from the office next door. The coffee is ready.'],
]

/** Creates conversations on every article and some posts, two pending comments, and entries in the guestbook. */
export const commentsDemo: DemoPart = async ({ ctx, members, posts, chance, nowMs }) => {
  let next = 0
  for (const post of posts) {
    const count = post.isLongForm ? 1 + Math.floor(3 * chance()) : Number(chance() < 0.25)
    for (let number = 0; number < count; number++) {
      const [said, answered] = threads[next++ % threads.length]!
      const others = members.filter(({ id }) => id !== post.memberId)
      const reader = others[Math.floor(chance() * others.length)]!
      const author = members.find(({ id }) => id === post.memberId)!
      const time = (share: number) => new Date(nowMs - (nowMs - post.createdAt.getTime()) * share)
      const share = 0.95 - 0.15 * (number + chance())
      const id = await say(post.id, reader, said, null, time(share))
      if (answered) await say(post.id, author, answered, id, time(share * 0.9))
    }
  }
  const newest =
    posts.findLast(({ isLongForm, memberId }) => isLongForm && memberId === members[0]!.id) ?? posts.at(-1)!
  for (const [authorName, authorUrl, content] of waiting)
    await addComment(ctx.db, {
      ...(await written(newest.id, content)),
      authorName,
      authorUrl,
      memberId: null,
      status: 'pending',
    })

  const [owner, ...others] = members
  for (const [index, [visitor, said, answered]] of guestbook.entries()) {
    const at = (hours: number) => new Date(nowMs - ((guestbook.length - index) * 60 - hours) * 3_600_000)
    const member = visitor === null ? others[index % others.length]! : null
    const id = await say(null, member, said, null, at(0), visitor ?? '')
    if (answered) await say(null, owner!, answered, id, at(5))
  }

  async function say(
    postId: number | null,
    member: { id: number } | null,
    content: string,
    parentId: number | null,
    at: Date,
    authorName = '',
  ) {
    const added = await addComment(ctx.db, {
      ...(await written(postId, content)),
      parentId,
      memberId: member?.id ?? null,
      authorName,
      authorUrl: '',
      status: 'approved',
    })
    if (added === null) return null
    await backdateComment(ctx.db, added.id, at)
    return added.id
  }

  async function written(postId: number | null, content: string) {
    const { html: contentHtml } = await renderComment(content, ctx.siteUrl)
    return { postId, content, contentHtml, parentId: null, source: null, doubts: [], sender: null }
  }
}
