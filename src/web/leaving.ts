type Ask = (to: string) => Promise<boolean>

let asked: Ask | null = null

/** Has whoever navigates within the site wait until `ask` lets them: something here would be lost otherwise.
 *  @returns how to stop it */
export function askBeforeLeaving(ask: Ask): () => void {
  asked = ask
  return () => {
    if (asked === ask) asked = null
  }
}

/** Whether this page may be left for that address. */
export const mayLeave = async (to: string): Promise<boolean> => asked === null || (await asked(to))
