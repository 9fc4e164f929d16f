import { useEffect, useState } from 'react'
import type { Heading } from '#features/writing/posts/headings.contract.ts'

/** Headings above this fraction of the viewport height count as read. */
const readingLine = 0.4

/** Returns the id of the current section's heading; undefined above the first one. `headings` must be referentially
 *  stable for the same text. */
export function useSectionInView(headings: Heading[]): string | undefined {
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    const elements = headings.flatMap(({ id }) => document.getElementById(id) ?? [])
    const isAbove = (heading: Element) => heading.getBoundingClientRect().top < innerHeight * readingLine
    const look = () => setShown(elements.findLast(isAbove)?.id)
    // The margin includes everything above, because a jump may skip any number of headings.
    const observer = new IntersectionObserver(look, { rootMargin: `1000000px 0px -${100 - readingLine * 100}% 0px` })
    for (const element of elements) observer.observe(element)
    return () => observer.disconnect()
  }, [headings])
  return shown
}
