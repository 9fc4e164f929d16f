import { coverHref, coverWidths } from '#features/admin/site-settings/site-settings-addresses.contract.ts'
import type { Cover } from './site.contract.ts'

interface Props {
  cover: Cover
  className: string
}

/** The site's cover, in the size that the screen needs. Usually the LCP element, so it loads with high priority. */
export const CoverPicture = ({ cover: { version, width, height }, className }: Props) => (
  <img
    className={className}
    src={coverHref(version)}
    srcSet={[
      ...coverWidths.filter((one) => one < width).map((one) => `${coverHref(version, one)} ${one}w`),
      `${coverHref(version)} ${width}w`,
    ].join(', ')}
    sizes="(min-width: 80rem) 64rem, 100vw"
    width={width}
    height={height}
    alt=""
    fetchPriority="high"
  />
)
