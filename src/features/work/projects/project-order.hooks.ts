import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { featuredFirst, orderProjects, type Project } from './projects.contract.ts'
import { refetchProjects } from './projects.hooks.ts'

/** A member's projects as they are put in order: what is moved shows at once and saves go one at a time, the last wish
 *  last. After a refusal the list is again what was saved last, and `onRefused` is told why. */
export function useProjectOrder(projects: Project[], onRefused: (reason: unknown) => void) {
  const cache = useQueryClient()
  const [shown, setShown] = useState(projects)
  const { current: line } = useRef({ saved: projects, wish: projects, isBusy: false })

  /** @returns where it stands now; featured ones stay before the others */
  function move(id: number, to: number): number {
    const moved = line.wish.find((project) => project.id === id)
    if (!moved) return -1
    const others = line.wish.filter((project) => project !== moved)
    line.wish = featuredFirst(others.toSpliced(to, 0, moved))
    setShown(line.wish)
    void save()
    return line.wish.indexOf(moved)
  }

  async function save() {
    if (line.isBusy) return // the loop below is running and will see the new wish
    line.isBusy = true
    try {
      while (line.saved !== line.wish) {
        const sent = line.wish
        await call(orderProjects, { body: { ids: sent.map(({ id }) => id) } })
        line.saved = sent
      }
    } catch (reason) {
      line.wish = line.saved
      setShown(line.saved)
      onRefused(reason)
    } finally {
      line.isBusy = false
      void refetchProjects(cache)
    }
  }

  return { shown, move }
}
