import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { featuredFirst, orderProjects, type Project } from './projects.contract.ts'
import { refetchProjects } from './projects.hooks.ts'

/** Orders a member's projects. A move is shown immediately; saves run one at a time, and the latest order is saved
 *  last. After a failed save, the list reverts to the last saved order, and `onRefused` receives the reason. */
export function useProjectOrder(projects: Project[], onRefused: (reason: unknown) => void) {
  const cache = useQueryClient()
  const [shown, setShown] = useState(projects)
  const { current: queue } = useRef({ saved: projects, wanted: projects, isBusy: false })

  /** @returns the project's new index. Featured projects always come before the others. */
  function move(id: number, to: number): number {
    const moved = queue.wanted.find((project) => project.id === id)
    if (!moved) return -1
    const others = queue.wanted.filter((project) => project !== moved)
    queue.wanted = featuredFirst(others.toSpliced(to, 0, moved))
    setShown(queue.wanted)
    void save()
    return queue.wanted.indexOf(moved)
  }

  async function save() {
    if (queue.isBusy) return // the running loop below saves the new order
    queue.isBusy = true
    try {
      while (queue.saved !== queue.wanted) {
        const sent = queue.wanted
        await call(orderProjects, { body: { ids: sent.map(({ id }) => id) } })
        queue.saved = sent
      }
    } catch (reason) {
      queue.wanted = queue.saved
      setShown(queue.saved)
      onRefused(reason)
    } finally {
      queue.isBusy = false
      void refetchProjects(cache)
    }
  }

  return { shown, move }
}
