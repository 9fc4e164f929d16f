import { type HtmlElementLike, HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y'],
  elements: [
    'html5',
    {
      button: {
        attributes: {
          // The browser itself exposes the state of a popover. Source: ARIA in HTML, popovertarget.
          'aria-expanded': {
            allowed: (node: HtmlElementLike) =>
              node.hasAttribute('popovertarget') ? 'cannot be used together with "popovertarget"' : null,
          },
        },
      },
    },
  ],
  rules: {
    // Preferring native elements is only a matter of style: tab panels and editors use the role `region`.
    'prefer-native-element': 'off',
    // Landmarks hidden by CSS at this width cannot be distinguished. axe checks the visible landmarks.
    'unique-landmark': 'off',
    // Fieldsets are named with aria-label or aria-labelledby if their label is not at the top.
    'wcag/h71': 'off',
  },
})

/** Checks a document against the HTML standard and the ARIA rules. `hasScripts`: whether it is a live document, whose
 *  forms may be submitted by scripts. @returns the errors, each with the path of its element */
export async function htmlFaults(html: string, { hasScripts = false } = {}): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results
    .flatMap(({ messages }) => messages)
    .filter(({ ruleId }) => !(hasScripts && ruleId === 'wcag/h32'))
    .map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`)
}
