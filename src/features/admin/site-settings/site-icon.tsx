/** An icon as it will be. Without an image: the built-in one. */
export const SiteIcon = ({ image }: { image: string }) => (
  <img className="site-icon" src={image || '/favicon.svg'} alt="" width={32} height={32} />
)
