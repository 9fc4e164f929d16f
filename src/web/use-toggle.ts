import { useRef, useState } from 'react'

/** An on/off state, along with other values from the server. */
interface Toggle<State> {
  isOn: (state: State) => boolean
  /** Returns the state to show until the server responds. */
  guess: (truth: State, wish: boolean) => State
  send: (wish: boolean) => Promise<State>
  onSettled: (state: State) => void
  onRefused: (reason: unknown) => void
}

/** A toggle that stays correct under rapid tapping. It shows the last choice immediately, sends one request at a time,
 *  and adopts the server's response. If a request fails, it reverts to the server's state and calls `onRefused`. Newer
 *  data is adopted only while no request is in flight. */
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
    if (running) return // the loop below picks up the new choice
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
