import type { Context } from '#kernel/http.ts'
import { embeddedStreaming } from '#providers/streaming/embedded.ts'
import { parseRsaKey } from '#providers/streaming/mux-playback.ts'
import { muxStreaming } from '#providers/streaming/mux.ts'
import type { StreamingProvider } from '#providers/streaming/streaming.ts'
import type { Config } from './config.ts'

type Services = Pick<Context, 'db' | 'clock' | 'log'>

/** Mux where the settings name an access token, else this server itself. */
export function createStreaming(config: Config, services: Services): Promise<StreamingProvider> {
  const { mux, siteUrl, host, internalHost, rtmpPort, recordings } = config
  if (!mux) return embeddedStreaming({ ...services, siteUrl, host, internalHost, rtmpPort, recordings })
  if (mux.webhookSecret === null)
    services.log.warn('streaming: without MUX_WEBHOOK_SECRET the site is not told when a broadcast begins')
  return muxStreaming({ ...services, ...mux, signingKey: signingKeyOf(mux) })
}

/** The settings were read with a look at the key. */
function signingKeyOf({ signingKey }: NonNullable<Config['mux']>) {
  const privateKey = signingKey && parseRsaKey(signingKey.privateKey)
  return privateKey && { id: signingKey.id, privateKey }
}
