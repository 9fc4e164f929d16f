import { useEffect, useState } from 'react'
import type { Heading } from '#features/writing/posts/headings.contract.ts'

/** A heading above this part of the window has its section in view. */
const readingLine = 0.4

/** The id of the heading whose section is being read; none above the first one. `headings` stays the same array as long as
 *  the text is the same. */
export function useSectionInView(headings: Heading[]): string | undefined {
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    const elements = headings.flatMap(({ id }) => document.getElementById(id) ?? [])
    const isAbove = (heading: Element) => heading.getBoundingClientRect().top < innerHeight * readingLine
    const look = () => setShown(elements.findLast(isAbove)?.id)
    // What is far above counts too: a jump may pass any number of headings.
    const observer = new IntersectionObserver(look, { rootMargin: `1000000px 0px -${100 - readingLine * 100}% 0px` })
    for (const element of elements) observer.observe(element)
    return () => observer.disconnect()
  }, [headings])
  return shown
}
