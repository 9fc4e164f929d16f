import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refetchPosts, removeFromFeed } from '#features/writing/posts/posts.hooks.ts'
import type { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'
import { call, queryOf } from '#web/call.ts'
import { focusContent } from '#web/focus-content.ts'
import { removeStored, writeStored } from '#web/storage.ts'
import { useSignedIn } from '#web/use-signed-in.ts'
import {
  getMutes,
  type MutedWord,
  muteMember,
  type Mutes,
  muteWord,
  unmuteMember,
  unmuteWord,
} from './mutes.contract.ts'

const fiveMinutesMs = 300_000

const mutesQuery = { ...queryOf(getMutes, {}), staleTime: fiveMinutesMs }

/** Whom and what the member has muted who is signed in. */
export function useMutes() {
  const mutes = useQuery({ ...mutesQuery, enabled: useSignedIn() })
  useEffect(() => {
    if (mutes.data) keepHint(mutes.data)
  }, [mutes.data])
  return mutes
}

const hintKey = 'mutes'

/** The document reads it before the next first paint (index.html): the feed of everybody is then not shown before the
 *  member's own. */
function keepHint({ members, words }: Mutes): void {
  if (members.length + words.length > 0) writeStored(hintKey, '1')
  else removeStored(hintKey)
}

/** Mutes a member or ends it. What is muted leaves the feed at once, and is back when that is refused. */
export function useMuteMember(): (member: PublicAuthor, isMuted: boolean) => Promise<void> {
  const cache = useQueryClient()
  return async (member, isMuted) => {
    await changeMutes(cache, ({ members, words }) => {
      const others = members.filter(({ id }) => id !== member.id)
      return { members: isMuted ? [member, ...others] : others, words }
    })
    if (isMuted) removeFromFeed(cache, member.id)
    try {
      await call(isMuted ? muteMember : unmuteMember, { params: { id: member.id } })
    } finally {
      readAgain(cache)
      if (document.activeElement === document.body) focusContent() // what had the focus may have left
    }
  }
}

/** Mutes a word or a phrase. @returns it as it is kept: one that was there already stays as it was */
export function useMuteWord(): (word: string) => Promise<MutedWord> {
  const cache = useQueryClient()
  return async (word) => {
    const muted = await call(muteWord, { body: { word } })
    await changeMutes(cache, ({ members, words }) => ({
      members,
      words: words.some(({ id }) => id === muted.id) ? words : [muted, ...words],
    }))
    readAgain(cache)
    return muted
  }
}

/** Takes a word away; it is back when that is refused. */
export function useUnmuteWord(): (word: MutedWord) => Promise<void> {
  const cache = useQueryClient()
  return async ({ id }) => {
    await changeMutes(cache, ({ members, words }) => ({ members, words: words.filter((one) => one.id !== id) }))
    try {
      await call(unmuteWord, { params: { id } })
    } finally {
      readAgain(cache)
    }
  }
}

/** Shows the change before the server has answered. */
async function changeMutes(cache: QueryClient, change: (mutes: Mutes) => Mutes): Promise<void> {
  await cache.cancelQueries({ queryKey: mutesQuery.queryKey })
  cache.setQueryData(mutesQuery.queryKey, (mutes) => mutes && change(mutes))
}

function readAgain(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: mutesQuery.queryKey })
  void refetchPosts(cache)
}
