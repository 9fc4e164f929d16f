import type { ClientBase } from 'pg'

/** Checks that the server responds. */
export const ping = (client: ClientBase) => client.query('select 1 as alive')

/** Configures the server to detect within a minute that the client is gone, stop its work, and release its locks. Not
 *  for connections through a transaction pooler, which are shared by clients. */
export const tidySession = (client: ClientBase) => client.query(sessionSettings)

const wanted = {
  idle_in_transaction_session_timeout: '60s',
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '4',
  tcp_user_timeout: '30s',
  // Windows has no way to check this.
  ...(process.platform !== 'win32' && { client_connection_check_interval: '5s' }),
}
// Older servers lack some of these settings. Querying the view pg_settings instead would take longer than connecting.
const sessionSettings = `select set_config(name, value, false) from (values ${Object.entries(wanted)
  .map(([name, value]) => `('${name}', '${value}')`)
  .join(', ')}) as wanted (name, value) where current_setting(name, true) is not null`
