import { type HtmlElementLike, HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y'],
  elements: [
    'html5',
    {
      button: {
        attributes: {
          // The browser exposes the state of a popover itself. Source: ARIA in HTML, popovertarget.
          'aria-expanded': {
            allowed: (node: HtmlElementLike) =>
              node.hasAttribute('popovertarget') ? 'cannot be used beside "popovertarget"' : null,
          },
        },
      },
    },
  ],
  rules: {
    // A question of style: a tab panel or an editor is a region by role.
    'prefer-native-element': 'off',
    // Landmarks that a style hides at this width are not told apart. axe checks those that are shown.
    'unique-landmark': 'off',
    // A fieldset is named by aria-label or aria-labelledby here, where its label is not at its top.
    'wcag/h71': 'off',
  },
})

/** Checks a document against the HTML standard and the rules of ARIA. `hasScripts`: it is a live document, in which a form
 *  may be sent by a script. @returns the faults, each with the path of its element */
export async function htmlFaults(html: string, { hasScripts = false } = {}): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results
    .flatMap(({ messages }) => messages)
    .filter(({ ruleId }) => !(hasScripts && ruleId === 'wcag/h32'))
    .map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`)
}
