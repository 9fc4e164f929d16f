/** Returns the bio's first sentences, as many as fit in `length` characters. If not even the first one fits, returns the
 *  whole bio. */
export function bioLead(bio: string, length: number): string {
  if (bio.length <= length) return bio
  const ends = [...bio.slice(0, length + 1).matchAll(/[.!?…](?=\s)/g)]
  return bio.slice(0, (ends.at(-1)?.index ?? bio.length) + 1)
}
