import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { useHostedIdentity } from './identity-settings.hooks.ts'

const Challenge = z.object({ challenge: z.string(), bits: z.int(), waitMs: z.number() })

interface Solved {
  challenge: string
  /** Null if this browser cannot compute hashes, as on pages without HTTPS. */
  solution: number | null
  /** The time from which the server accepts it, on the `performance.now()` clock. */
  usableAtMs: number
}

/** Solves the server's challenge while the visitor fills out the registration form. @returns a function that
 *  resolves to the proof to send with the form; undefined if the server cannot be reached or a hosted provider has
 *  its own protection. `website`: the value of the hidden field. */
export function useSignUpProof(): (website: string) => Promise<string | undefined> {
  const isHosted = useHostedIdentity()
  const next = useRef<Promise<Solved | null>>(null)
  useEffect(() => {
    if (!isHosted) next.current ??= solve()
  }, [isHosted])
  return async (website) => {
    if (isHosted) return undefined
    const solved = await (next.current ?? solve())
    next.current = null // a proof can be used once
    if (!solved) return undefined
    const { challenge, solution, usableAtMs } = solved
    await new Promise((resolve) => setTimeout(resolve, usableAtMs - performance.now()))
    return JSON.stringify({ challenge, solution, website })
  }
}

async function solve(): Promise<Solved | null> {
  try {
    const response = await fetch('/auth/v1/challenge')
    const { challenge, bits, waitMs } = Challenge.parse(await response.json())
    const usableAtMs = performance.now() + waitMs
    return { challenge, solution: await solutionOf(challenge, bits), usableAtMs }
  } catch {
    return null
  }
}

/** Returns the first number whose hash with the challenge begins with this many zero bits. */
async function solutionOf(challenge: string, bits: number): Promise<number | null> {
  if (!('subtle' in crypto)) return null
  const encoder = new TextEncoder()
  for (let number = 0; ; number++) {
    // oxlint-disable-next-line no-restricted-properties -- if it is missing, the function has already returned
    const hash = await crypto.subtle.digest('SHA-256', encoder.encode(`${challenge}.${number}`))
    if (new DataView(hash).getUint32(0) >>> (32 - bits) === 0) return number
  }
}
