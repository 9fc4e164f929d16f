import './second-factor-banner.css'
import { t } from '#messages/messages.ts'
import { secondFactorHref } from '#features/people/profiles/settings-addresses.contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { useCurrentHref } from '#web/use-current-href.ts'

/** Tells members on each page that they can only read until they have set up the second factor that their role requires.
 *  The link returns them to the page afterward. */
export const SecondFactorBanner = () => (
  <span className="second-factor-banner">
    <span className="second-factor-banner-text">
      {t('Your role requires two-factor authentication. Until you set it up, you can read, but not change anything.')}
    </span>
    <ButtonLink variant="primary" size="s" href={secondFactorHref(useCurrentHref())}>
      {t('Set up')}
    </ButtonLink>
  </span>
)
