/** A post on a social network. */
export interface ThreadPart {
  id: string
  /** The id of the post that this one replies to. */
  replyTo: string | null
  createdAt: Date | null
}

/** Joins the member's replies to their own posts with those posts, in chronological order. Leaves out replies to others
 *  and everything that follows them.
 *  @param isOwn whether an id belongs to one of the member's posts, including deleted and private ones */
export function threadsOf<Part extends ThreadPart>(
  parts: Part[],
  isOwn: (id: string) => boolean,
): { threads: [Part, ...Part[]][]; repliesToOthers: number } {
  const byId = new Map(parts.map((part) => [part.id, part]))
  const firsts = new Map<string, Part | null>()

  /** Returns the first part of the thread, or null if it is a reply to someone else. */
  function firstOf(part: Part): Part | null {
    const path = new Set<Part>()
    let one: Part = part
    let first: Part | null | undefined
    while (first === undefined) {
      const above = one.replyTo === null ? undefined : byId.get(one.replyTo)
      if (firsts.has(one.id)) first = firsts.get(one.id)!
      else if (above && above !== part && !path.has(above)) path.add(one)
      else first = one.replyTo === null || isOwn(one.replyTo) ? one : null
      if (first === undefined) one = above!
    }
    for (const { id } of [...path, one]) firsts.set(id, first)
    return first
  }

  const threads = new Map<string, [Part, ...Part[]]>()
  let repliesToOthers = 0
  const timeOf = ({ createdAt }: Part) => createdAt?.getTime() ?? 0
  for (const part of byId.values()) {
    const first = firstOf(part)
    if (first === part) threads.set(part.id, [part])
    else if (first === null) repliesToOthers++
  }
  for (const part of [...byId.values()].toSorted((a, b) => timeOf(a) - timeOf(b))) {
    const first = firstOf(part)
    if (first && first !== part) threads.get(first.id)?.push(part)
  }
  return { threads: [...threads.values()], repliesToOthers }
}
