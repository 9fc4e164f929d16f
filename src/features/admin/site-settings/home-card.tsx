import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { newPageAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { TextInput } from '#ui/field.tsx'
import { ChoiceField } from './choice-field.tsx'
import { CoverField } from './cover-field.tsx'
import {
  type HomeKind,
  homeKinds,
  type PortfolioLayout,
  portfolioLayouts,
  portfolioBlocks,
} from './home-names.contract.ts'
import { type HomeSettings, blockLabels } from './home-settings.contract.ts'
import { OrderedSwitches } from './ordered-switches.tsx'
import { PageSelect } from './page-select.tsx'
import type { CardProps } from './settings-draft.hooks.ts'

const kindLabels: Record<HomeKind, { label: string; hint: string }> = {
  feed: { label: t('Feed'), hint: t('Everyone’s posts and articles, newest first.') },
  portfolio: {
    label: t('Portfolio'),
    hint: t('The owner’s profile, projects, and articles. If the feed is on, it moves to /posts.'),
  },
  page: { label: t('Page'), hint: t('One of the site’s pages. If the feed is on, it moves to /posts.') },
}
const layoutLabels: Record<PortfolioLayout, { label: string; note: string }> = {
  column: { label: t('Column'), note: t('A large headline with everything in one column') },
  split: { label: t('Split'), note: t('The introduction stays in view next to the blocks') },
  tiles: { label: t('Tiles'), note: t('Each block is a card') },
}

const labels = blockLabels()

const coverHints = {
  feed: t('Visitors see it as a banner above the feed, with the site’s name and tagline.'),
  portfolio: t('Shown across the top.'),
}

interface Props extends CardProps {
  isRegistrationFixed: boolean
}

/** What visitors see at `/`. */
export function HomeCard({ draft, faults, change, isRegistrationFixed }: Props) {
  const { home, sectionsOff } = draft
  const sectionsOffExceptFeed = sectionsOff.filter((section) => section !== 'feed')
  const set = (some: Partial<HomeSettings>) => change({ home: { ...home, ...some } })
  return (
    <Card id="home-page" title={t('Home page')}>
      <div className="form">
        <ChoiceField
          legend={t('Home page shows')}
          hint={kindLabels[home.kind].hint}
          options={homeKinds.map((name) => ({ name, label: kindLabels[name].label }))}
          value={home.kind}
          onChange={(kind) =>
            change({ home: { ...home, kind }, ...(kind === 'feed' && { sectionsOff: sectionsOffExceptFeed }) })
          }
        />
        {home.kind === 'page' && (
          <>
            <PageSelect
              label={t('Page')}
              noneLabel={t('Choose a page')}
              value={home.page}
              error={faults['home.page']}
              onChange={(page) => set({ page })}
            />
            <p className="field-hint">
              {sectionsOff.includes('feed')
                ? t('If the page is unpublished, visitors see your portfolio instead.')
                : t('If the page is unpublished, visitors see the feed instead.')}{' '}
              <Link className="link" href={newPageAddress.href()}>
                {t('Write a page')}
              </Link>
            </p>
          </>
        )}
        {home.kind === 'portfolio' && <PortfolioFields home={home} error={faults['home.headline']} onChange={set} />}
        {home.kind !== 'page' && (
          <CoverField
            cover={draft.cover}
            hint={coverHints[home.kind]}
            error={faults['cover']}
            onChange={(cover) => change({ cover })}
          />
        )}
        <PersonalSite {...{ draft, change, isRegistrationFixed }} />
      </div>
    </Card>
  )
}

interface PortfolioFieldsProps {
  home: HomeSettings
  error: string | undefined
  onChange: (some: Partial<HomeSettings>) => void
}

function PortfolioFields({ home: { layout, headline, blocks }, error, onChange }: PortfolioFieldsProps) {
  return (
    <>
      <ChoiceField
        legend={t('Layout')}
        hint={t('{note}.', { note: layoutLabels[layout].note })}
        options={portfolioLayouts.map((name) => ({
          name,
          label: layoutLabels[name].label,
          note: layoutLabels[name].note,
          picture: <LayoutSketch layout={name} />,
        }))}
        value={layout}
        onChange={(chosen) => onChange({ layout: chosen })}
      />
      <TextInput
        label={t('Headline')}
        name="headline"
        maxLength={120}
        autoComplete="off"
        placeholder={t('I build tools for people who weave')}
        value={headline}
        error={error}
        hint={t('One sentence about what you do. Leave it empty to show your job title.')}
        onChange={(event) => onChange({ headline: event.target.value })}
      />
      <fieldset className="field">
        <legend className="field-label">{t('What to show')}</legend>
        <OrderedSwitches
          names={blocks}
          unordered={portfolioBlocks.filter((block) => !blocks.includes(block))}
          labels={labels}
          isOn={(block) => blocks.includes(block)}
          onTurn={(block, isOn) =>
            onChange({ blocks: isOn ? [...blocks, block] : blocks.filter((one) => one !== block) })
          }
          onMove={(sorted) => onChange({ blocks: sorted })}
        />
      </fieldset>
    </>
  )
}

/** A sketch of where the layout puts the introduction and the blocks. */
const LayoutSketch = ({ layout }: { layout: PortfolioLayout }) => (
  <span className="layout-sketch" data-layout={layout} aria-hidden="true">
    <i />
    <b />
    <b />
    <b />
  </span>
)

/** Sets everything that makes the site about one person, for the administrator to review and save. */
function PersonalSite({
  draft: { home, sectionsOff, registration },
  change,
  isRegistrationFixed,
}: Pick<Props, 'draft' | 'change' | 'isRegistrationFixed'>) {
  const isClosed = isRegistrationFixed || registration.mode === 'closed'
  if (home.kind === 'portfolio' && sectionsOff.includes('members') && isClosed) return null
  return (
    <div className="row">
      <Button
        size="s"
        icon="user"
        onClick={() =>
          change({
            home: { ...home, kind: 'portfolio' },
            sectionsOff: [...new Set([...sectionsOff, 'members' as const])],
            ...(!isRegistrationFixed && { registration: { ...registration, mode: 'closed' } }),
          })
        }
      >
        {t('Make this a personal site')}
      </Button>
      <span className="field-hint">
        {isRegistrationFixed
          ? t('Makes the owner’s portfolio the home page and hides the list of members.')
          : t('Makes the owner’s portfolio the home page, hides the list of members, and closes registration.')}
      </span>
    </div>
  )
}
