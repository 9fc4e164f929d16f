import { Client } from 'pg'
import { vi } from 'vitest'

/** Shows `visit` the text of every statement that this process sends to a database, on connections made from now on.
 *  A throw there is what the sender gets; the statement is not sent then. */
export function watchStatements(visit: (text: string) => void): void {
  const query: (...given: unknown[]) => unknown = Client.prototype.query
  const watched = function (this: Client, ...given: unknown[]): unknown {
    const [first] = given
    try {
      visit(typeof first === 'string' ? first : (first as { text: string }).text)
    } catch (reason) {
      return Promise.reject(reason)
    }
    return query.apply(this, given)
  }
  vi.spyOn(Client.prototype, 'query').mockImplementation(watched)
}
