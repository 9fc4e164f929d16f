import type { Context } from '#kernel/http.ts'
import type { Bucket } from '#providers/bucket/bucket.ts'
import { embeddedStreaming, renewEmbeddedKey } from '#providers/streaming/embedded.ts'
import { parseRsaKey } from '#providers/streaming/mux-playback.ts'
import { muxStreaming } from '#providers/streaming/mux.ts'
import type { StreamingProvider } from '#providers/streaming/streaming.ts'
import type { Config } from './config.ts'

type Services = Pick<Context, 'db' | 'clock' | 'log' | 'sealing'> & {
  /** The bucket to which finished recordings are moved; by default, they are kept on this machine. */
  bucket?: Bucket | null
}

/** Creates the Mux provider if an access token is configured, otherwise the embedded one. */
export function createStreaming(config: Config, services: Services): Promise<StreamingProvider> {
  const { mux, siteUrl, host, internalHost, rtmpPort } = config
  const receives = config.roles.includes('ingest')
  const { bucket = null, ...base } = services
  const recordings = { ...config.recordings, bucket }
  if (!mux) return embeddedStreaming({ ...base, siteUrl, host, internalHost, rtmpPort, receives, recordings })
  if (mux.webhookSecret === null)
    services.log.warn('streaming: without MUX_WEBHOOK_SECRET, the site is not notified when a broadcast begins')
  return muxStreaming({ ...base, ...mux, signingKey: signingKeyOf(mux) })
}

/** Returns a function that replaces a stream's key, for commands, which do not receive broadcasts. */
export async function streamKeyRenewal(config: Config, services: Services) {
  if (!config.mux) return { kind: 'embedded', renewKey: (id: string) => renewEmbeddedKey(services.db, id) } as const
  const { kind, renewKey } = await createStreaming(config, services)
  return { kind, renewKey }
}

/** The key is valid, because the settings have been checked. */
function signingKeyOf({ signingKey }: NonNullable<Config['mux']>) {
  const privateKey = signingKey && parseRsaKey(signingKey.privateKey)
  return privateKey && { id: signingKey.id, privateKey }
}
