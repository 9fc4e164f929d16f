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

/** Returns the members and words that the signed-in member has muted. */
export function useMutes() {
  const mutes = useQuery({ ...mutesQuery, enabled: useSignedIn() })
  useEffect(() => {
    if (mutes.data) storeHint(mutes.data)
  }, [mutes.data])
  return mutes
}

const hintKey = 'mutes'

/** Stores whether anything is muted. index.html reads this before the first paint, to hide the unfiltered feed. */
function storeHint({ members, words }: Mutes): void {
  if (members.length + words.length > 0) writeStored(hintKey, '1')
  else removeStored(hintKey)
}

/** Mutes or unmutes a member. A muted member's posts leave the feed immediately, and reappear if the request fails. */
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
      refetch(cache)
      if (document.activeElement === document.body) focusContent() // the focused element may have been removed
    }
  }
}

/** Mutes a word or phrase. @returns the stored word, which may already have existed */
export function useMuteWord(): (word: string) => Promise<MutedWord> {
  const cache = useQueryClient()
  return async (word) => {
    const muted = await call(muteWord, { body: { word } })
    await changeMutes(cache, ({ members, words }) => ({
      members,
      words: words.some(({ id }) => id === muted.id) ? words : [muted, ...words],
    }))
    refetch(cache)
    return muted
  }
}

/** Unmutes a word. Shows it again if the request fails. */
export function useUnmuteWord(): (word: MutedWord) => Promise<void> {
  const cache = useQueryClient()
  return async ({ id }) => {
    await changeMutes(cache, ({ members, words }) => ({ members, words: words.filter((one) => one.id !== id) }))
    try {
      await call(unmuteWord, { params: { id } })
    } finally {
      refetch(cache)
    }
  }
}

/** Updates the cache optimistically. */
async function changeMutes(cache: QueryClient, change: (mutes: Mutes) => Mutes): Promise<void> {
  await cache.cancelQueries({ queryKey: mutesQuery.queryKey })
  cache.setQueryData(mutesQuery.queryKey, (mutes) => mutes && change(mutes))
}

function refetch(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: mutesQuery.queryKey })
  void refetchPosts(cache)
}
