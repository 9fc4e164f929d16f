import { Client } from 'pg'
import { vi } from 'vitest'

/** Calls `visit` with the text of every statement that this process sends to a database. If `visit` throws, the
 *  statement is not sent, and the sender receives the error. */
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
