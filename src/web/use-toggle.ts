import { useRef, useState } from 'react'

/** Something that is on or off, and what else the server says with it. */
interface Toggle<State> {
  isOn: (state: State) => boolean
  /** What to show while the server has not answered. */
  guess: (truth: State, wish: boolean) => State
  send: (wish: boolean) => Promise<State>
  onSettled: (state: State) => void
  onRefused: (reason: unknown) => void
}

/** A toggle honest under fast tapping: the last wish shows at once, requests go one at a time, the server's answer has
 *  the last word; after a refusal it returns to the truth and `onRefused` is told why. What a later reading says is
 *  shown while no request is under way. */
export function useToggle<State extends Record<string, unknown>>(given: State, toggle: Toggle<State>) {
  const [own, setOwn] = useState<{ state: State; over: State; isPending: boolean } | null>(null)
  const line = useRef<{ truth: State; wish: boolean } | null>(null)
  const shown = own && (own.isPending || isSame(own.over, given)) ? own.state : given

  const show = (state: State, isPending: boolean) => setOwn({ state, over: given, isPending })

  async function press() {
    const running = line.current
    const now = running ?? { truth: shown, wish: toggle.isOn(shown) }
    now.wish = !now.wish
    show(toggle.guess(now.truth, now.wish), true)
    if (running) return // the loop below sees the new wish
    line.current = now
    try {
      for (let sent = !now.wish; sent !== now.wish;) {
        sent = now.wish
        now.truth = await toggle.send(sent)
      }
      toggle.onSettled(now.truth)
    } catch (reason) {
      toggle.onRefused(reason)
    } finally {
      line.current = null
      show(now.truth, false)
    }
  }
  return [shown, press] as const
}

const isSame = <State extends Record<string, unknown>>(one: State, other: State): boolean =>
  Object.keys(one).every((key) => one[key] === other[key])
