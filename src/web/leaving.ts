type Ask = (to: string) => Promise<boolean>

let asked: Ask | null = null

/** Calls `ask` before navigation within the site, to protect unsaved work. @returns a function that stops this */
export function askBeforeLeaving(ask: Ask): () => void {
  asked = ask
  return () => {
    if (asked === ask) asked = null
  }
}

/** Returns whether the member agrees to leave for the given URL. */
export const mayLeave = async (to: string): Promise<boolean> => asked === null || (await asked(to))
