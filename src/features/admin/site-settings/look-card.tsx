import { t } from '#messages/messages.ts'
import { Card } from '#ui/card.tsx'
import { AccentField } from './accent-field.tsx'
import { ChoiceField } from './choice-field.tsx'
import { codeThemeLabels, codeTokens } from './code-themes.contract.ts'
import { defaultTokens } from './look-defaults.contract.ts'
import { type CodeTheme, codeThemeNames, densityNames, type Typeface, typefaceNames } from './look-names.contract.ts'
import { setTokens, useOwnStyles } from './own-styles.hooks.ts'
import type { CardProps } from './settings-draft.hooks.ts'
import { fontFaces, fontFamilies, fontNames, typefaceLabels } from './typefaces.contract.ts'

/** Browsers load only the fonts that are shown. */
const allFontFaces = typefaceNames.map(fontFaces).join('')
const densityLabels = { comfortable: t('Comfortable'), compact: t('Compact') }

/** The site's colors and fonts, and the space between its elements. */
export function LookCard(card: CardProps) {
  const { draft, change } = card
  useOwnStyles(allFontFaces)
  return (
    <Card id="look" title={t('Look')}>
      <div className="form">
        <AccentField {...card} />
        <ChoiceField
          legend={t('Typeface')}
          hint={t('{fonts}. Visitors load only the fonts that you choose.', { fonts: fontNames(draft.typeface) })}
          options={typefaceNames.map((name) => ({
            name,
            label: typefaceLabels[name](),
            note: fontNames(name),
            picture: <TypefaceSample typeface={name} />,
          }))}
          value={draft.typeface}
          onChange={(typeface) => change({ typeface })}
        />
        <ChoiceField
          legend={t('Density')}
          hint={t('How much space there is around text, and how large the text is.')}
          options={densityNames.map((name) => ({ name, label: densityLabels[name] }))}
          value={draft.density}
          onChange={(density) => change({ density })}
        />
        <ChoiceField
          legend={t('Code')}
          hint={t('The colors of code in posts, in both themes.')}
          options={codeThemeNames.map((name) => ({
            name,
            label: codeThemeLabels[name],
            picture: <CodeSample theme={name} />,
          }))}
          value={draft.codeTheme}
          onChange={(codeTheme) => change({ codeTheme })}
        />
      </div>
    </Card>
  )
}

const TypefaceSample = ({ typeface }: { typeface: Typeface }) => (
  <span className="choice-type" aria-hidden="true">
    <strong
      ref={(text) =>
        text?.style.setProperty('font-family', fontFamilies(typeface)?.headings ?? defaultTokens.both.font)
      }
    >
      Aa
    </strong>
    <span
      ref={(text) => text?.style.setProperty('font-family', fontFamilies(typeface)?.text ?? defaultTokens.both.font)}
    >
      Il1
    </span>
  </span>
)

const CodeSample = ({ theme }: { theme: CodeTheme }) => (
  <span className="choice-code" aria-hidden="true">
    {(['light', 'dark'] as const).map((scheme) => (
      <span
        key={scheme}
        className={scheme}
        ref={(sample) => setTokens(sample, { ...defaultTokens[scheme], ...codeTokens(theme, scheme) })}
      >
        <i>if</i> <b>on</b>
      </span>
    ))}
  </span>
)
